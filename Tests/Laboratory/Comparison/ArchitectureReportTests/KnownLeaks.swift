/// For `swift test --sanitize=address`: tells its leak checker which leaks are the system libraries' own, or meant, since no
/// test can end them.
///
/// - An XML error's text is never released by `_CFErrorCreateFromXMLInterface`: 72 bytes for each of the errors that
///   `PageTests` causes on purpose.
/// - `Process.run` keeps a weak reference to its thread's run loop. The side table of that reference lives as long as
///   the thread, but the run loop points to it in a form that the leak checker cannot read: 32 bytes a thread.
/// - `Data(contentsOf:)` never releases the page that it makes for an empty file.
/// - ncurses keeps each description of a terminal that was loaded: one for a program, one for each test of a terminal.
/// - `CrashRestorer` keeps what it was armed with, since a crash on another thread may be reading it.
@c(__lsan_default_suppressions)
func knownLeaks() -> UnsafePointer<CChar> {
    // A literal, since the checker asks when the program is nearly over, and keeps the answer.
    let patterns: StaticString = """
        leak:_CFErrorCreateFromXMLInterface
        leak:10Foundation7ProcessC3run
        leak:readBytesFromFile
        leak:_nc_setupterm
        leak:13CrashRestorerO3arm

        """
    return UnsafeRawPointer(patterns.utf8Start).assumingMemoryBound(to: CChar.self)
}
