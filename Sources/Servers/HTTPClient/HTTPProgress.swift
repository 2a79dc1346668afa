/// How far what is sent or received in parts has come.
public struct HTTPProgress: Hashable, Sendable {
    /// Bytes that are on their way, or that are there.
    public var done: Int64
    /// Bytes of the whole; nil where the server does not say.
    public var total: Int64?

    public init(done: Int64, total: Int64?) {
        (self.done, self.total) = (done, total)
    }
}

/// Tells of progress no more often than is of use.
struct ProgressReport {
    private static let step: Int64 = 256 << 10

    private let report: @Sendable (HTTPProgress) -> Void
    private var last: HTTPProgress?

    init(_ report: @escaping @Sendable (HTTPProgress) -> Void) { self.report = report }

    /// - Parameter isEnd: whether this is as far as it comes.
    mutating func advance(to progress: HTTPProgress, isEnd: Bool = false) {
        guard isEnd ? progress != last : progress.done - (last?.done ?? 0) >= Self.step else { return }
        last = progress
        report(progress)
    }
}
