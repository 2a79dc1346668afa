import CSystem
import Foundation

extension SignalPipe {
    /// Does `work`, and cancels it as soon as a signal comes. Throws what `work` throws, but `Interruption` in place of a
    /// `CancellationError`; or `SystemError`, before it is begun, when the system has no pipe left.
    func cancelling<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let (end, done) = try Descriptors.makePipe()
        let task = Task { try await work() }
        let arrival = arrival
        let thread = Thread {
            if Descriptors.poll([arrival], hangups: [end], waits: true)[0] { task.cancel() }
            close(end)
        }
        thread.name = "signals"
        thread.start()
        defer { close(done) }
        do { return try await task.value } catch is CancellationError { throw Interruption() }
    }
}
