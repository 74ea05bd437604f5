"""The browser client, built before it is served: again only where its source is younger."""

import fcntl
from pathlib import Path

import hatch_build

from croupier.server.client_pages import BUILT


def built() -> Path:
    """Workers that come together build once: the others wait, and find it done."""
    if BUILT == hatch_build.PAGES:
        with Path(hatch_build.__file__).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if _older(BUILT / "index.html"):
                hatch_build.build()
    assert (BUILT / "index.html").exists(), f"no client lies in {BUILT}"
    return BUILT


def _older(page: Path) -> bool:
    sources = [hatch_build.WEB / "index.html", hatch_build.WEB / "package-lock.json"]
    sources += [
        hatch_build.WEB / "vite.config.ts",
        hatch_build.ROOT / "docs" / "openapi.json",
        hatch_build.ROOT / "docs" / "socket-schema.json",
    ]
    written = hatch_build.WEB / "src" / "wire"  # from the schemas, by every build
    sources += (hatch_build.WEB / "scripts").iterdir()
    sources += (one for one in (hatch_build.WEB / "src").rglob("*.*") if written not in one.parents)
    return not page.exists() or page.stat().st_mtime < max(one.stat().st_mtime for one in sources)
