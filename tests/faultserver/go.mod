module chartroom/faultserver

go 1.26.0
