import RuntimeKit
import ScreenKit
import ScreenTesting
import Synchronization

/// Performs jobs at once or on release, and hands over given contents.
///
/// A job called "show x" hands over "x" before it is done.
final class InteractorFake: Interactor {
    private struct State {
        var held: Set<String> = []
        var show: (@Sendable (String) -> Void)?
    }

    /// The beginnings and ends of jobs, and the routes, in order.
    let events: Recorder<String>
    private let contents = CoalescingQueue<String>()
    private let released = Signal()
    private let state = Mutex(State())

    init(events: Recorder<String>) {
        self.events = events
    }

    /// Makes jobs of these names wait for `release(_:)`.
    func hold(_ names: String...) {
        state.withLock { $0.held.formUnion(names) }
    }

    func release(_ names: String...) {
        state.withLock { $0.held.subtract(names) }
        released.wakeAll()
    }

    func handOver(_ contents: String...) {
        for content in contents { self.contents.post(content) }
    }

    func run(_ show: @escaping @Sendable (String) -> Void) async {
        state.withLock { $0.show = show }
        while true {
            let contents = await contents.takeAll()
            if contents.isEmpty { break }
            for content in contents { show(content) }
        }
        events.record("stopped")
    }

    func perform(_ job: Job) async -> Job {
        events.record("begin \(job.name)")
        while state.withLock({ $0.held.contains(job.name) }), !Task.isCancelled { await released.wait() }
        if let content = job.name.split(separator: " ").last, job.name.hasPrefix("show ") {
            state.withLock { $0.show }?(String(content))
        }
        await Task.yield()
        events.record(Task.isCancelled ? "cancel \(job.name)" : "end \(job.name)")
        return job
    }

    /// Takes as long as a job called "settle".
    func settle() async {
        events.record("begin settle")
        while state.withLock({ $0.held.contains("settle") }), !Task.isCancelled { await released.wait() }
        events.record("end settle")
    }

    func leave() async { events.record(Task.isCancelled ? "left" : "left too early") }
}

/// Records the routes in one order with the interactor's events.
struct RouterFake: Router {
    let events: Recorder<String>

    func follow(_ route: String) { events.record("go \(route)") }
}
