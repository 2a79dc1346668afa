import CSystem
import Synchronization

/// Puts the terminal back when the program crashes, and lets the crash's own report through.
///
/// A handler may do next to nothing: what it needs was made before, lives as long as the process, and is found by an address.
enum CrashRestorer {
    fileprivate struct Saved {
        var descriptor: Int32
        var modes: termios
        var bytes: UnsafeMutablePointer<UInt8>
        var count: Int
    }

    /// From now until `disarm()`, a crash restores `modes` and writes `bytes`.
    static func arm(_ modes: TerminalModes, writing bytes: [UInt8]) {
        // Never freed, since a crash on another thread may be reading it: a few bytes for each time it is armed.
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        copy.initialize(from: bytes, count: bytes.count)
        let saved = UnsafeMutablePointer<Saved>.allocate(capacity: 1)
        saved.initialize(
            to: Saved(descriptor: modes.descriptor, modes: modes.before, bytes: copy, count: bytes.count)
        )
        savedAddress.store(Int(bitPattern: saved), ordering: .sequentiallyConsistent)
        install()
    }

    static func disarm() {
        savedAddress.store(0, ordering: .sequentiallyConsistent)
    }

    /// Once for each process: what was there before, as the runtime's own reporter, follows ours.
    private static func install() {
        guard earlierAddress.load(ordering: .relaxed) == 0 else { return }
        let earlier = UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
        earlier.initialize(repeating: sigaction(), count: signalCount)
        earlierAddress.store(Int(bitPattern: earlier), ordering: .sequentiallyConsistent)
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] {
            var action = sigaction()
            #if canImport(Glibc)
                action.__sigaction_handler.sa_sigaction = handleCrash
            #else
                action.__sigaction_u.__sa_sigaction = handleCrash
            #endif
            action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_ONSTACK) | Int32(SA_NODEFER)
            sigaction(number, &action, earlier + Int(number))
        }
    }
}

private let signalCount = 65
// Known to the whole process: a handler in C can carry nothing with it.
private let savedAddress = Atomic<Int>(0)
private let earlierAddress = Atomic<Int>(0)

private func handleCrash(_ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _: UnsafeMutableRawPointer?) {
    let found = savedAddress.exchange(0, ordering: .sequentiallyConsistent)
    if let saved = UnsafeMutablePointer<CrashRestorer.Saved>(bitPattern: found) {
        _ = write(saved.pointee.descriptor, saved.pointee.bytes, saved.pointee.count)
        tcsetattr(saved.pointee.descriptor, TCSANOW, &saved.pointee.modes)
    }
    let earlier = UnsafeMutablePointer<sigaction>(bitPattern: earlierAddress.load(ordering: .relaxed))
    if let earlier { sigaction(number, earlier + Int(number), nil) } else { signal(number, SIG_DFL) }
    // A fault happens again when this returns, and meets what was there before; what was sent has to be sent again.
    if let info, info.pointee.si_code <= 0 { raise(number) }
}
