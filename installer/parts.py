# SPDX-FileCopyrightText: 2026 The Chartroom authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists the parts of a bundle: parts.py VERSION BUILD SOURCES BUNDLE SBOM

SOURCES has a line "file in the bundle<TAB>file of this system" for each copied file. Debian's package database says
which package a file is of, and the package's copyright file under which licenses it is. Written are SBOM (SPDX 2.3,
JSON), BUNDLE/THIRD-PARTY.txt, and BUNDLE/licenses with the copyright files and the license texts they refer to.
"""
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from datetime import datetime, timezone

version, build, sources, bundle, sbom = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
HEADERS = {"valijson": "libvalijson-dev", "tl-expected": "libexpected-dev", "simdjson": "libsimdjson-dev"}
SPDX = {name.lower(): name for name in (
    "MIT", "X11", "ISC", "Zlib", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "CC0-1.0", "BSL-1.0", "MPL-2.0",
    "OFL-1.1", "Unlicense", "PSF-2.0", "FTL")}
SPDX |= {"expat": "MIT", "bsd-2clause": "BSD-2-Clause", "bsd-3clause": "BSD-3-Clause", "boost-1": "BSL-1.0",
         "boost-1.0": "BSL-1.0", "lgpl-2+": "LGPL-2.0-or-later", "lgpl-2": "LGPL-2.0-only"}


def paragraphs(text):
    """The fields of each paragraph of a machine-readable copyright file."""
    for block in re.split(r"\n\s*\n", text):
        yield dict(re.findall(r"^(\S+?):[ \t]*(.*(?:\n[ \t].*)*)", block, re.M))


class Licenses:
    """License expressions of SPDX; what SPDX does not name is quoted in full."""

    def __init__(self):
        self.quoted = {}

    def term(self, name, texts):
        word = re.fullmatch(r"(l?gpl|agpl|gfdl)(?:-(\d(?:\.\d)?)(\+?))", name.lower())
        if word:
            number = word[2] if "." in word[2] else word[2] + ".0"
            return f"{word[1].upper()}-{number}-{'or-later' if word[3] else 'only'}".replace("GFDL-1-", "GFDL-1.0-")
        if name.lower() in SPDX:
            return SPDX[name.lower()]
        text = texts.get(name, name)
        reference = "LicenseRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-")
        if self.quoted.setdefault(reference, text) != text: # another text of the same name
            reference += "-" + hashlib.sha256(text.encode()).hexdigest()[:8]
            self.quoted[reference] = text
        return reference

    def of(self, package, text, only=None):
        """All licenses that a copyright file names for files, joined by AND."""
        parts = list(paragraphs(text))
        if not any("Format" in part for part in parts):
            return self.term(f"{package}-copyright", {f"{package}-copyright": text})
        texts = {part["License"].split("\n")[0].strip(): part["License"] for part in parts
                 if "License" in part and "Files" not in part}
        terms = []
        for part in parts:
            if "License" not in part or "Files" not in part or (only and part["Files"].strip() != only):
                continue
            synopsis = part["License"].split("\n")[0].strip()
            names = re.split(r"\s+(?:and|or)\s+", synopsis, flags=re.I)
            if "," in synopsis or (re.search(r"\sand\s", synopsis, re.I) and re.search(r"\sor\s", synopsis, re.I)):
                names = [synopsis]
            known = texts | {synopsis: part["License"]}
            found = list(dict.fromkeys(self.term(name, known) for name in names))
            either = len(found) > 1 and re.search(r"\sor\s", synopsis, re.I)
            terms += [f"({' OR '.join(found)})"] if either else found
        return " AND ".join(dict.fromkeys(terms)) or "NOASSERTION"


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout


def owners(files):
    """The package of each file; the database may have it with or without /usr."""
    named = {}
    for file in files:
        for path in (file, os.path.realpath(file)):
            bare = path.removeprefix("/usr")
            named |= {bare: file, "/usr" + bare: file}
    found = {}
    for line in run("dpkg-query", "-S", *named).splitlines():
        package, _, path = line.partition(": ")
        if path in named:
            found[named[path]] = package.split(",")[0]
    return found


def installed(package):
    return run("dpkg-query", "-W", "-f", "${Version}\t${Architecture}\t${source:Package}", package).split("\t")


def spdx_id(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", name)


licenses = Licenses()
own_text = open(f"{here}/copyright", encoding="utf-8").read()
system = dict(re.findall(r'^(\w+)="?([^"\n]*)', open("/etc/os-release", encoding="utf-8").read(), re.M))
copied = [line.rstrip("\n").split("\t") for line in open(sources, encoding="utf-8")]
owner = owners({source for _, source in copied})
unowned = sorted({source for _, source in copied if source not in owner})
if unowned:
    sys.exit(f"No package has these files, so their licenses are unknown: {' '.join(unowned)}")

os.makedirs(f"{bundle}/licenses")
shutil.copy(f"{here}/../LICENSE", f"{bundle}/licenses/GPL-3")
shutil.copy(f"{here}/copyright", f"{bundle}/licenses/chartroom")
packages, relations, notices = [], [], []


def add(name, number, declared, relation, **more):
    packages.append({"name": name, "SPDXID": spdx_id(name), "versionInfo": number, "downloadLocation": "NOASSERTION",
                     "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": declared,
                     "copyrightText": "NOASSERTION", **more})
    subject, verb, target = relation
    relations.append({"spdxElementId": subject, "relationshipType": verb, "relatedSpdxElement": target})


add("chartroom", version, "GPL-3.0-or-later", ("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-chartroom"))

by_package = {}
for target, source in copied:
    by_package.setdefault(owner[source], set()).add(target)
common = set()
for package, files in sorted(by_package.items()):
    number, architecture, source = installed(package)
    name = package.split(":")[0]
    text = open(f"/usr/share/doc/{name}/copyright", encoding="utf-8", errors="replace").read()
    shutil.copyfile(f"/usr/share/doc/{name}/copyright", f"{bundle}/licenses/{name}")
    common |= set(re.findall(r"/usr/share/common-licenses/([A-Za-z]+(?:-[\d.]*\d)?)", text))
    vendor = system.get("ID", "debian")
    purl = f"pkg:deb/{vendor}/{name}@{number.replace('+', '%2B').replace(':', '%3A')}" \
           f"?arch={architecture}&distro={vendor}-{system.get('VERSION_ID', '')}"
    add(name, number, licenses.of(name, text), ("SPDXRef-chartroom", "CONTAINS", spdx_id(name)),
        sourceInfo=f"source package {source}",
        comment="All licenses that the package's copyright file names. Files: " + " ".join(sorted(files)),
        externalRefs=[{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}])
    notices.append((name, number, " ".join(sorted(files)), name))

compiled_in = {name: installed(package)[::2] for name, package in HEADERS.items()}
if not any("KF6SyntaxHighlighting" in target for target, _ in copied):
    cache = open(f"{build}/CMakeCache.txt", encoding="utf-8").read()
    built = re.search(r"KF5SyntaxHighlighting_DIR:PATH=.*/ksyntaxhighlighting-([\d.]+)-", cache)
    compiled_in["KSyntaxHighlighting"] = built[1] if built else "NOASSERTION", "ksyntax-highlighting"
for name, (number, source) in sorted(compiled_in.items()):
    add(name, number, licenses.of(name, own_text, name), ("SPDXRef-chartroom", "STATIC_LINK", spdx_id(name)),
        sourceInfo=f"source package {source}")
    notices.append((name, number, "compiled into bin/chartroom", "chartroom"))

for name in common:
    path = f"/usr/share/common-licenses/{name}"
    if os.path.exists(path):
        shutil.copyfile(path, f"{bundle}/licenses/{os.path.basename(path)}")

with open(f"{bundle}/THIRD-PARTY.txt", "w", encoding="utf-8") as file:
    file.write("Chartroom is GPL-3.0-or-later (licenses/GPL-3). It comes with these parts, each under its own license.\n"
               "Libraries are those of the named Debian packages with another RUNPATH; their sources are Debian's\n"
               "source packages of these versions.\n")
    for name, number, where, text in notices:
        file.write(f"\n{name} {number}\n    license: licenses/{text}\n    {where}\n")

digest = hashlib.sha256()
for path in sorted(glob.glob(f"{bundle}/**", recursive=True)):
    if os.path.isfile(path):
        digest.update(open(path, "rb").read())
created = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
document = {
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": os.path.basename(bundle),
    "documentNamespace": f"https://spdx.org/spdxdocs/{os.path.basename(bundle)}-{digest.hexdigest()}",
    "creationInfo": {"created": created, "creators": ["Organization: The Chartroom authors", "Tool: installer/parts.py"]},
    "packages": packages, "relationships": relations,
    "hasExtractedLicensingInfos": [{"licenseId": name, "extractedText": text}
                                   for name, text in sorted(licenses.quoted.items())]}
with open(sbom, "w", encoding="utf-8") as file:
    json.dump(document, file, indent=1)
    file.write("\n")
