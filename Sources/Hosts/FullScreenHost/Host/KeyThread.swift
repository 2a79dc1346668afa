import Dispatch

/// A thread for what a person types and sees: all those of the runtime may be at work on the history at once.
final class KeyThread: TaskExecutor {
    // A serial queue that is on no other one has a thread besides the runtime's when it has something to do.
    private let queue = DispatchQueue(label: "viperchat.keys", qos: .userInteractive)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
