#include <sqlite3.h>

/// Whether a connection refuses what could corrupt its file by way of SQL: Swift cannot call functions with variable
/// arguments.
static inline int chat_sqlite_set_defensive(sqlite3 *connection, int isDefensive) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, isDefensive, (int *)0);
}
