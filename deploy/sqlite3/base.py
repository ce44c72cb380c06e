from typing import Any

from django.db.backends.sqlite3 import base

from deploy.file_permissions import make_private_database


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not self.is_in_memory_db():
            make_private_database(str(conn_params["database"]))
        return super().get_new_connection(conn_params)
