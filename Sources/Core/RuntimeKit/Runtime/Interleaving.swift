/// Lets other work in where another thread's could come in: between two sections under a lock, and behind what is posted.
///
/// On one thread, as tests and simulated sessions run, that never happens by itself: what two sections do in one's stead would
/// show under no seed. Debug builds have it, and those with the condition `INTERLEAVED`; all others have nothing of it.
package struct Interleaving: Sendable {
    private let comeIn: @Sendable () -> Void

    /// What comes in.
    package init(_ comeIn: @escaping @Sendable () -> Void) {
        self.comeIn = comeIn
    }

    #if DEBUG || INTERLEAVED
        /// What comes in, in the task for which it is set.
        ///
        /// A struct and not the function alone: the metadata of a function type is not found in a program with a static runtime.
        @TaskLocal package static var others: Interleaving?
    #endif

    /// Never to be called while a lock is held, nor where a task's cancellation is handled: what comes in may use the same lock.
    package static func letOthersIn() {
        #if DEBUG || INTERLEAVED
            others?.comeIn()
        #endif
    }
}
