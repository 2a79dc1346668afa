/// Reads lines from a descriptor on the calling thread, which waits; signals go before lines.
///
/// Reads no more than it must: nothing while a whole line is at hand, and then one chunk at a time.
struct LineReader {
    static let chunkSize = 16_384

    private let input: Int32
    private let signals: SignalPipe
    private let hangups: [Int32]
    private var splitter: LineSplitter
    /// A line that a signal overtook.
    private var overtaken: InputEvent?
    /// `.end` or `.failed`, once it is known.
    private var ending: InputEvent?

    /// - Parameter owner: a pipe's end; when its other end is closed, the input counts as ended.
    /// - Parameter lineLimit: in bytes; a longer line is passed over, and told of.
    /// - Parameter isTerminal: whether lines are typed there; nil asks the system.
    init(
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

    /// The next line or signal; then how the input ended, again and again. What stands before an error without a line's end
    /// is half a line, and left out.
    mutating func nextEvent() -> InputEvent {
        while true {
            let line = overtaken ?? splitter.next()
            let isReadable = Descriptors.poll(
                [signals.readEnd, input],
                hangups: hangups,
                waits: line == nil && ending == nil
            )
            if isReadable[0], let signal = signals.take() {
                overtaken = line
                return .signal(signal)
            }
            overtaken = nil
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
