/// Reads lines from a descriptor on the calling thread, which waits. Signals come before lines.
///
/// Reads nothing while a whole line is available, and then one chunk at a time.
package struct LineReader {
    package static let chunkSize = 16_384

    private let input: Int32
    private let signals: SignalPipe
    private let hangups: [Int32]
    private var splitter: LineSplitter
    /// A line that a signal was returned before.
    private var lineAfterSignal: InputEvent?
    /// `.end` or `.failed`, once known.
    private var ending: InputEvent?

    /// - Parameter owner: the read end of a pipe; when its other end is closed, the input counts as ended.
    ///  - Parameter lineLimit: in bytes; a longer line is skipped and reported.
    ///  - Parameter isTerminal: whether the input is a terminal; nil asks the system.
    package init(
        input: Int32,
        signals: SignalPipe,
        owner: Int32? = nil,
        lineLimit: Int = LineSplitter.standardLimit,
        isTerminal: Bool? = nil
    ) {
        splitter = LineSplitter(limit: lineLimit, isTyped: isTerminal ?? Descriptors.isTerminal(input))
        (self.input, self.signals) = (input, signals)
        hangups = owner.map { [$0] } ?? []
    }

    /// Returns the next line or signal, and after the last line, always how the input ended. Skips an incomplete line
    /// before an error.
    package mutating func nextEvent() -> InputEvent {
        while true {
            let line = lineAfterSignal ?? splitter.next()
            let isReadable = Descriptors.poll(
                [signals.readEnd, input],
                hangups: hangups,
                waits: line == nil && ending == nil
            )
            if isReadable[0], let signal = signals.take() {
                lineAfterSignal = line
                return .signal(signal)
            }
            lineAfterSignal = nil
            if let line { return line }
            if let ending { return ending }
            if isReadable.dropFirst(2).contains(true) { return .end }
            if isReadable[1] { readChunk() }
        }
    }

    private mutating func readChunk() {
        do {
            guard let chunk = try Descriptors.read(input, upTo: Self.chunkSize) else { return }
            if chunk.isEmpty {
                ending = .end
                splitter.finish()
            } else {
                splitter.append(chunk)
            }
        } catch {
            ending = .failed(error)
        }
    }
}
