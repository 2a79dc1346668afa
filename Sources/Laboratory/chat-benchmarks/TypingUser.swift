import CSystem
import Foundation
import Synchronization

/// A simulated user at a pseudo-terminal, on a separate thread. It reads all output and types one letter after
/// another, each a moment after the previous one appeared.
final class TypingUser: Sendable {
    struct Record: Sendable {
        /// The delays from a key to its letter on the terminal, in milliseconds.
        var delays: [Double] = []
        var byteCount = 0
    }

    private struct State {
        var record = Record()
        var isTyping = false
        var isEnded = false
    }

    /// The program's side of the terminal.
    let terminal: Int32
    private let keyboard: Int32
    private let state = Mutex(State())

    /// Opens a pseudo-terminal. Throws a `POSIXError` if the system has none left.
    init(rows: UInt16, columns: UInt16) throws {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        guard openpty(&ours, &theirs, nil, nil, &size) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        (keyboard, terminal) = (ours, theirs)
        let thread = Thread { [self] in work() }
        thread.name = "typing-user"
        thread.start()
    }

    deinit {
        close(keyboard)
        close(terminal)
    }

    /// Begins to type letters.
    func begin() { state.withLock { $0.isTyping = true } }

    func end() { state.withLock { $0.isEnded = true } }

    func type(_ text: String) {
        var bytes = Array(text.utf8)
        _ = write(keyboard, &bytes, bytes.count)
    }

    /// Returns the measurements since the last call.
    func take() -> Record {
        state.withLock { state in
            defer { state.record = Record() }
            return state.record
        }
    }

    private func work() {
        let clock = ContinuousClock()
        var (buffer, tail) = ([UInt8](repeating: 0, count: 65_536), [UInt8]())
        // Each letter is different, and no message contains any of them.
        var letter: UInt32 = 0x4E00
        var next = clock.now
        var typed: (bytes: [UInt8], at: ContinuousClock.Instant)?
        while true {
            let (isTyping, isEnded) = state.withLock { ($0.isTyping, $0.isEnded) }
            if isEnded { return }
            if isTyping, typed == nil, next <= clock.now, let scalar = Unicode.Scalar(letter) {
                letter += 1
                typed = (Array(String(scalar).utf8), clock.now)
                type(String(scalar))
            }
            var waiting = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 5) > 0 else { continue }
            let count = read(keyboard, &buffer, buffer.count)
            guard count > 0 else { return }
            let now = clock.now
            tail += buffer[..<count]
            if let key = typed, tail.contains(key.bytes) {
                let delay = key.at.duration(to: now) / .milliseconds(1)
                state.withLock { $0.record.delays.append(delay) }
                (typed, next) = (nil, now + .milliseconds(15))
            }
            tail = tail.suffix(2)
            state.withLock { $0.record.byteCount += count }
        }
    }
}
