import RuntimeKit

/// The single thread of an app of ordinary classes, equivalent to `DispatchQueue.main` elsewhere.
///
/// It is an actor around the app's root object. Nothing in the app needs to be `Sendable`, and the compiler prevents
/// access from anywhere else. It is an instance and not a global actor, and its background work consists of child
/// tasks of `run()`. In a simulation, all of it therefore runs on the task's executor.
public actor MainThread<App> {
    private let app: App
    private let queue: MainQueue

    /// Creates the app on this thread. The app keeps the queue for starting work.
    public init(_ launch: @Sendable (MainQueue) throws -> App) rethrows {
        let queue = MainQueue()
        app = try launch(queue)
        self.queue = queue
    }

    /// Runs the app's background work until the caller's task is cancelled; nothing is received after that. Work
    /// started by then but not yet running is still run as cancelled, so that the work of serial queues is completed.
    public func run() async {
        let jobs = queue.jobs
        await withDiscardingTaskGroup { group in
            while true {
                let waiting = await jobs.takeAll()
                if waiting.isEmpty { break }
                for job in waiting {
                    group.addTask { await self.run(job) }
                }
            }
            group.cancelAll()
            for job in jobs.drain() {
                group.addTask { await self.run(job) }
            }
        }
        queue.close()
    }

    /// Calls into the app from outside, and returns the answer.
    public func perform<Answer: Sendable>(_ body: @Sendable (App) throws -> Answer) rethrows -> Answer {
        try body(app)
    }

    private nonisolated func run(_ job: MainQueue.Job) async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                await job.work { await self.receive(job.number) }
                job.cancellation.close()
            }
            // Returns when the work has ended or is cancelled.
            _ = await job.cancellation.takeAll()
            group.cancelAll()
        }
        await end(job.number)
    }

    private func receive(_ number: Int) {
        if !Task.isCancelled { queue.receive(number) }
    }

    private func end(_ number: Int) {
        queue.end(number)
    }
}
