import CSystem
import Foundation
import HostKit
import RuntimeKit

/// Keys and signals for a task that must not block: a `KeyReader` on a thread of its own.
///
/// The thread reads only on demand, so endless input fills no memory. It ends when the last reference to this is released.
final class KeyInput: Sendable {
    /// A pipe: each byte demands one input; closing it ends the thread.
    private let demand: Int32
    private let inputs = CoalescingQueue<TerminalInput>()

    init(_ descriptor: Int32, signals: SignalPipe, pause: Int32 = KeyReader.pause) throws(SystemError) {
        let (wanted, demand) = try Descriptors.makePipe()
        self.demand = demand
        let reader = KeyReader(descriptor, signals: signals, owner: wanted, pause: pause)
        let inputs = inputs
        let thread = Thread {
            var reader = reader
            // One byte for each call of `next()`.
            while Descriptors.poll([wanted], forMilliseconds: -1)[0],
                let bytes = try? Descriptors.read(wanted, upTo: 1), !bytes.isEmpty
            {
                inputs.post(reader.next())
            }
            close(wanted)
        }
        thread.name = "keys"
        thread.start()
    }

    deinit { close(demand) }

    /// Waits for the next input. One caller at a time.
    ///
    /// - Returns: `.ended` also when the caller's task is cancelled.
    func next() async -> TerminalInput {
        var byte: UInt8 = 0
        _ = write(demand, &byte, 1)
        return await inputs.takeAll().first ?? .ended
    }
}

/// Input from the terminal and signals from the system.
enum TerminalInput: Equatable, Sendable {
    case events([TerminalEvent])
    case resized
    /// Ctrl-z or SIGTSTP.
    case suspended
    /// SIGCONT.
    case resumed
    /// The terminal was closed, or a signal ends the program.
    case ended
    case failed(SystemError)
}

/// Reads keys from a terminal, blocking the calling thread; signals precede keys.
struct KeyReader {
    /// The time in milliseconds after which bytes behind an `ESC` are another key: longer than the bytes of one key take
    /// on a slow line, shorter than a user notices.
    static let pause: Int32 = 50
    /// The same for a connection over a network, which may split the bytes of one key.
    static let remotePause: Int32 = 250

    /// Returns the time for the user's terminal: the setting, or else `ESCDELAY`, or else by the connection.
    static func pause(_ setting: Int32?, environment: [String: String]) -> Int32 {
        if let setting { return setting }
        if let delay = environment["ESCDELAY"].flatMap({ Int32($0) }), delay > 0 { return min(delay, 5000) }
        return environment["SSH_CONNECTION"] == nil ? pause : remotePause
    }

    static let chunkSize = 16_384

    private let descriptor: Int32
    private let signals: SignalPipe
    private let hangups: [Int32]
    private let pause: Int32
    private var decoder = KeyDecoder()

    /// - Parameters:
    ///   - owner: one end of a pipe; input ends when the other end is closed.
    ///   - pause: the time in milliseconds after which `ESC` is a key of its own.
    init(_ descriptor: Int32, signals: SignalPipe, owner: Int32? = nil, pause: Int32 = Self.pause) {
        self.pause = pause
        (self.descriptor, self.signals) = (descriptor, signals)
        hangups = owner.map { [$0] } ?? []
    }

    /// Signals about the terminal and the shell that do not end the program.
    static let changes = [SIGWINCH, SIGTSTP, SIGCONT]

    /// Waits for the next input.
    mutating func next() -> TerminalInput {
        while true {
            let isReadable = Descriptors.poll(
                [signals.readEnd, descriptor],
                hangups: hangups,
                forMilliseconds: decoder.awaitsPause ? pause : -1
            )
            if isReadable[0], let signal = signals.take() { return input(for: signal) }
            if isReadable[1] {
                do {
                    guard let bytes = try Descriptors.read(descriptor, upTo: Self.chunkSize) else { continue }
                    if bytes.isEmpty { return .ended }
                    let events = decoder.decode(bytes)
                    if !events.isEmpty { return .events(events) }
                } catch {
                    // Linux reports a closed terminal so.
                    return error.code == EIO ? .ended : .failed(error)
                }
            } else if isReadable.dropFirst(2).contains(true) {
                return .ended
            } else if !isReadable[0] {
                let events = decoder.pause()
                if !events.isEmpty { return .events(events) }
            }
        }
    }

    private func input(for signal: Int32) -> TerminalInput {
        switch signal {
        case SIGWINCH: .resized
        case SIGTSTP: .suspended
        case SIGCONT: .resumed
        default: .ended
        }
    }
}
