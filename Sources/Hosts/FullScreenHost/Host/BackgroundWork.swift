import RuntimeKit

/// What is done while keys are taken: all that is asked for at once, each in a task of its own below `run`.
struct BackgroundWork: Sendable {
    /// Says what a person is told once it is done, if anything.
    typealias Work = @Sendable () async -> String?

    private let asked = CoalescingQueue<Work>()
    private let tell: @Sendable (String) -> Void

    init(tell: @escaping @Sendable (String) -> Void) {
        self.tell = tell
    }

    /// Returns at once; begun while `run` runs.
    func begin(_ work: @escaping Work) { asked.post(work) }

    /// Runs until the caller's task is cancelled, and all that goes on with it; that has ended then.
    func run() async {
        await withDiscardingTaskGroup { group in
            while case let works = await asked.takeAll(), !works.isEmpty {
                for work in works {
                    group.addTask {
                        if let text = await work() { tell(text) }
                    }
                }
            }
        }
    }
}
