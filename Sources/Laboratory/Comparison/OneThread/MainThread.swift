import Transport

/// The one thread that an app of ordinary classes lives on: what `DispatchQueue.main` is to such an app elsewhere.
///
/// An actor around the app's root object, so that nothing of the app need be `Sendable`, and the compiler sees to it that
/// none of it is touched from anywhere else. It is an instance, not a global actor, and what it runs in the background
/// are child tasks of `run()`: under a simulation, all of it follows the task's executor.
public actor MainThread<App> {
    private let app: App
    private let queue: MainQueue

    /// Makes the app on this thread. It keeps the queue, to start work with.
    public init(_ launch: @Sendable (MainQueue) throws -> App) rethrows {
        let queue = MainQueue()
        app = try launch(queue)
        self.queue = queue
    }

    /// Runs the work that the app starts, until the caller's task is cancelled; nothing is received after that. What the app had
    /// started by then is begun, cancelled from the beginning, so that a serial queue's work is done.
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
            for job in jobs.takeWaiting() {
                group.addTask { await self.run(job) }
            }
        }
        queue.close()
    }

    /// Calls into the app from outside, and returns what is to be known there.
    public func perform<Answer: Sendable>(_ body: @Sendable (App) throws -> Answer) rethrows -> Answer {
        try body(app)
    }

    private nonisolated func run(_ job: MainQueue.Job) async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                await job.work { await self.receive(job.number) }
                job.cancellation.close()
            }
            // Returns when the work has ended, or is cancelled.
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
