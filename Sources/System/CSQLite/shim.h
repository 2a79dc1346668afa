#include <sqlite3.h>

/// Whether a connection refuses what could corrupt its file by way of SQL: Swift cannot call functions with variable
/// arguments.
static inline int chat_sqlite_set_defensive(sqlite3 *connection, int isDefensive) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, isDefensive, (int *)0);
}

/// Has SQLite keep no count of the memory that it takes; to be called before any connection is opened.
static inline int chat_sqlite_forgo_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
