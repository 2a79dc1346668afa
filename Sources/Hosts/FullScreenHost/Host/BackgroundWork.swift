import RuntimeKit

/// Work done while keys are handled: each piece in a child task of `run`.
struct BackgroundWork: Sendable {
    /// Returns a notice for the user, if any.
    typealias Work = @Sendable () async -> String?

    private let requests = CoalescingQueue<Work>()
    private let show: @Sendable (String) -> Void

    init(show: @escaping @Sendable (String) -> Void) {
        self.show = show
    }

    /// Adds work without waiting for it; it starts while `run` runs.
    func begin(_ work: @escaping Work) { requests.post(work) }

    /// Runs until the caller's task is cancelled; cancels all work, and returns when it has ended.
    func run() async {
        await withDiscardingTaskGroup { group in
            while case let works = await requests.takeAll(), !works.isEmpty {
                for work in works {
                    group.addTask {
                        if let text = await work() { show(text) }
                    }
                }
            }
        }
    }
}
