import RuntimeKit
import Synchronization

/// Answers a query's requests with what was asked for and a version, at once or when it is told to.
final class ReaderFake: Sendable {
    struct Answer: Equatable, Sendable {
        let request: String
        let version: Int
    }

    private struct State {
        var version = 0
        var isHeld = false
        var whenRead: (@Sendable (Answer) -> Void)?
    }

    /// What was asked for, as each reading began.
    let begun = Recorder<String>()
    /// What was asked for by the readings that were cancelled.
    let cancelled = Recorder<String>()
    private let state = Mutex(State())
    private let released = Signal()

    /// Whether readings wait for `release()`.
    var isHeld: Bool {
        get { state.withLock { $0.isHeld } }
        set { state.withLock { $0.isHeld = newValue } }
    }

    /// What a reading that begins now finds.
    var version: Int {
        get { state.withLock { $0.version } }
        set { state.withLock { $0.version = newValue } }
    }

    /// Lets the reading that waits go on.
    func release() { released.give() }

    /// Called at the very end of each reading.
    func whenRead(_ body: (@Sendable (Answer) -> Void)?) {
        state.withLock { $0.whenRead = body }
    }

    func read(_ request: String) async -> Answer {
        begun.record(request)
        let answer = Answer(request: request, version: version)
        if isHeld { await released.wait() } else { await Task.yield() }
        if Task.isCancelled { cancelled.record(request) }
        state.withLock { $0.whenRead }?(answer)
        return answer
    }
}
