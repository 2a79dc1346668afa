import CSystem
import HostKit
import Synchronization

/// The modes of a terminal before the program, to be restored.
struct TerminalModes: Sendable {
    let descriptor: Int32
    let before: termios

    /// Throws if the descriptor is not a terminal, or one that was closed.
    init(of descriptor: Int32) throws(SystemError) {
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0 else { throw SystemError(call: "tcgetattr", code: errno) }
        (self.descriptor, before) = (descriptor, modes)
    }

    /// Delivers each key at once, without echo and signals; output is processed as before.
    func makeRaw() {
        var raw = before
        cfmakeraw(&raw)
        // Line breaks of other programs that write meanwhile still work.
        raw.c_oflag |= tcflag_t(OPOST)
        set(raw)
    }

    func restore() { set(before) }

    private func set(_ modes: termios) {
        var modes = modes
        // TCSANOW does not wait: a stopped terminal never drains.
        while tcsetattr(descriptor, TCSANOW, &modes) != 0, errno == EINTR {}
    }

    /// Returns the current size; 24 by 80 for a terminal that reports none.
    static func size(of descriptor: Int32) -> (rows: Int, columns: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (24, 80) }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    /// Returns the current size of a cell; nil for a terminal that does not report it.
    static func cellSize(of descriptor: Int32) -> Sixel.CellSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return Sixel.CellSize(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    }
}

/// Restores the terminal when the program crashes; the runtime's crash report follows.
///
/// A signal handler may do almost nothing. Its memory was allocated before, is never freed, and is found by an address.
enum CrashRestorer {
    fileprivate struct Saved {
        var descriptor: Int32
        var modes: termios
        var bytes: UnsafeMutablePointer<UInt8>
        var count: Int
    }

    /// Makes a crash restore `modes` and write `bytes`, until `disarm()`.
    static func arm(_ modes: TerminalModes, writing bytes: [UInt8]) {
        // Never freed, since a crash on another thread may be reading it: a few bytes per call.
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

    /// Installs the handlers once per process; handlers installed before, such as the runtime's, run after ours.
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
// Global, since a C handler has no context.
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
    // A fault recurs when this returns, and reaches the earlier handler; a signal that was sent has to be raised again.
    if let info, info.pointee.si_code <= 0 { raise(number) }
}
