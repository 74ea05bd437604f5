"""The same fresh stores, and the same real PostgreSQL, as the stores' own tests."""

from tests.store.conftest import lasting_url, postgres, postgres_url, store, url

__all__ = ["lasting_url", "postgres", "postgres_url", "store", "url"]
