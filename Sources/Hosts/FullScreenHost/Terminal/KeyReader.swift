import CSystem
import TerminalHost

/// What comes from the terminal and from the system.
enum ScreenInput: Equatable, Sendable {
    case events([TerminalEvent])
    case resized
    /// Asked to stop for a while, and brought back.
    case suspended
    case resumed
    /// The terminal has gone, or a signal asks to end.
    case ended
    case failed(SystemError)
}

/// Reads keys from a terminal on the calling thread, which waits; signals go before keys.
struct KeyReader {
    /// What comes later than this after an `ESC` is another key, in milliseconds: longer than the bytes of one key take
    /// to come through a slow line, shorter than a person notices.
    static let pause: Int32 = 50
    static let chunkSize = 16_384

    private let descriptor: Int32
    private let signals: SignalPipe
    private let hangups: [Int32]
    private var decoder = KeyDecoder()

    /// - Parameter owner: a pipe's end; when its other end is closed, the input counts as ended.
    init(_ descriptor: Int32, signals: SignalPipe, owner: Int32? = nil) {
        (self.descriptor, self.signals) = (descriptor, signals)
        hangups = owner.map { [$0] } ?? []
    }

    /// The signals that say what the terminal and the shell do, and end nothing.
    static let changes = [SIGWINCH, SIGTSTP, SIGCONT]

    mutating func next() -> ScreenInput {
        while true {
            let isReadable = Descriptors.poll(
                [signals.readEnd, descriptor],
                hangups: hangups,
                forMilliseconds: decoder.awaitsPause ? Self.pause : -1
            )
            if isReadable[0], let signal = signals.take() { return input(for: signal) }
            if isReadable[1] {
                do {
                    guard let bytes = try Descriptors.read(descriptor, upTo: Self.chunkSize) else { continue }
                    if bytes.isEmpty { return .ended }
                    let events = decoder.decode(bytes)
                    if !events.isEmpty { return .events(events) }
                } catch {
                    // What Linux says of a terminal that was closed.
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

    private func input(for signal: Int32) -> ScreenInput {
        switch signal {
        case SIGWINCH: .resized
        case SIGTSTP: .suspended
        case SIGCONT: .resumed
        default: .ended
        }
    }
}
