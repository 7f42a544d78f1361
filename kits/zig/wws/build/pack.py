# SPDX-License-Identifier: Apache-2.0
"""Packs the package for `zig fetch`: python3 pack.py PACKAGE writes to PACKAGE/zig-out/packages.

Two tarballs of the same files, byte for byte the same on every machine. Their manifests differ, because
Zig 0.12 and 0.13 want a package's name as a string and 0.14 and newer do not.
"""
import gzip
import io
import os
import re
import sys
import tarfile


def files_of(package, manifest):
    """The files that the manifest's `paths` list, sorted."""
    listed = re.search(r"\.paths = \.\{(.*?)\}", manifest, re.S).group(1)
    for path in re.findall(r'"([^"]+)"', listed):
        whole = os.path.join(package, path)
        if os.path.isfile(whole):
            yield path
        for folder, _, names in os.walk(whole):
            for name in names:
                if "__pycache__" not in folder:
                    yield os.path.relpath(os.path.join(folder, name), package).replace(os.sep, "/")


def with_text_name(manifest):
    manifest = re.sub(r"\.name = \.(\w+),", r'.name = "\1",', manifest)
    return re.sub(r"\n *\.fingerprint = [^\n]*", "", manifest)


def pack(package, target, top, manifest):
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in sorted(set(files_of(package, manifest))):
            if path == "build.zig.zon":
                data = manifest.encode()
            else:
                with open(os.path.join(package, path), "rb") as file:
                    data = file.read()
            entry = tarfile.TarInfo(f"{top}/{path}")
            entry.size, entry.mode = len(data), 0o644
            tar.addfile(entry, io.BytesIO(data))
    with open(target, "wb") as file:
        file.write(gzip.compress(archive.getvalue(), mtime=0))


def main():
    package = sys.argv[1]
    output = os.path.join(package, "zig-out", "packages")
    with open(os.path.join(package, "build.zig.zon"), encoding="utf-8") as file:
        manifest = file.read()
    version = re.search(r'\.version = "([^"]+)"', manifest).group(1)
    top = f"wws-zig-{version}"
    os.makedirs(output, exist_ok=True)
    pack(package, os.path.join(output, f"{top}.tar.gz"), top, manifest)
    pack(package, os.path.join(output, f"{top}-zig013.tar.gz"), top, with_text_name(manifest))


if __name__ == "__main__":
    main()
