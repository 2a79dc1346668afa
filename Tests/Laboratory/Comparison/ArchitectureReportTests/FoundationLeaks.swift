/// For `swift test --sanitize=address`: tells its leak checker which leaks are Foundation's own, since no test can end
/// them.
///
/// - An XML error's text is never released by `_CFErrorCreateFromXMLInterface`: 72 bytes for each of the errors that
///   `PageTests` causes on purpose.
/// - `Process.run` keeps a weak reference to its thread's run loop. The side table of that reference lives as long as
///   the thread, but the run loop points to it in a form that the leak checker cannot read: 32 bytes a thread.
@c(__lsan_default_suppressions)
func foundationLeaks() -> UnsafePointer<CChar> {
    // A literal, since the checker asks when the program is nearly over, and keeps the answer.
    let patterns: StaticString = "leak:_CFErrorCreateFromXMLInterface\nleak:10Foundation7ProcessC3run\n"
    return UnsafeRawPointer(patterns.utf8Start).assumingMemoryBound(to: CChar.self)
}
