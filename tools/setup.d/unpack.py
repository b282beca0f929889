"""unpack.py ARCHIVE FOLDER DESTINATION [PATTERN]: the files under one folder of a zip, without that folder's name before them."""

import fnmatch
import pathlib
import shutil
import sys
import zipfile


def main(archive: str, folder: str, destination: str, pattern: str = "*") -> int:
    root = pathlib.Path(destination)
    taken = 0
    with zipfile.ZipFile(archive) as packed:
        for entry in packed.infolist():
            if entry.is_dir() or not entry.filename.startswith(folder + "/"):
                continue
            name = pathlib.PurePosixPath(entry.filename[len(folder) + 1 :])
            if ".." in name.parts or not fnmatch.fnmatch(name.name, pattern):
                continue
            target = root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with packed.open(entry) as source, open(target, "wb") as out:
                shutil.copyfileobj(source, out, 1 << 20)
            taken += 1
    print(f"{archive}: {taken} files of {folder}")
    return 0 if taken else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
