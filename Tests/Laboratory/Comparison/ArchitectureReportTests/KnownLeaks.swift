/// Returns the leaks that the leak checker of `swift test --sanitize=address` must ignore.
///
/// They are intended, or belong to system libraries, so no test can prevent them.
///
/// - `_CFErrorCreateFromXMLInterface` never releases the text of an XML error: 72 bytes for each error that
///   `PageTests` causes on purpose.
/// - `Process.run` holds a weak reference to its thread's run loop. The side table of that reference lives as long as
///   the thread, but the run loop points to it in a form that the leak checker cannot read: 32 bytes for each thread.
/// - `Data(contentsOf:)` never releases the page that it allocates for an empty file.
/// - ncurses keeps every terminal description that was loaded: one for a program, one for each test of a terminal.
/// - `CrashRestorer` keeps the values it was armed with, because a crash on another thread may be reading them.
@c(__lsan_default_suppressions)
func knownLeaks() -> UnsafePointer<CChar> {
    // A literal, because the checker asks when the program is nearly over, and keeps the answer.
    let patterns: StaticString = """
        leak:_CFErrorCreateFromXMLInterface
        leak:10Foundation7ProcessC3run
        leak:readBytesFromFile
        leak:_nc_setupterm
        leak:13CrashRestorerO3arm

        """
    return UnsafeRawPointer(patterns.utf8Start).assumingMemoryBound(to: CChar.self)
}
