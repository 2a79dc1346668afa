import ChatTypes
import OneThread
import SimulationKit
import Synchronization
import Testing

@Suite struct MainThreadTests {
    private let executor = SimulationExecutor(seed: 1)

    /// An app as written for a main thread: an ordinary class that is not sendable.
    private final class Counter {
        let queue: MainQueue
        let clock: any Clock<Duration>
        var log: [String] = []
        var work: Work?

        init(queue: MainQueue, clock: any Clock<Duration>) {
            self.queue = queue
            self.clock = clock
        }
    }

    private func makeThread() -> MainThread<Counter> {
        let clock = executor.clock
        return MainThread { Counter(queue: $0, clock: clock) }
    }

    /// Performs an action on the thread, lets time pass, and returns the app's log.
    private func log(
        after duration: Duration = .seconds(10),
        on thread: MainThread<Counter>,
        _ body: @escaping @Sendable (Counter) -> Void
    ) -> [String] {
        let notes = Notes()
        let life = Task(executorPreference: executor) { await thread.run() }
        Task(executorPreference: executor) { await thread.perform(body) }
        executor.run(for: duration)
        Task(executorPreference: executor) { notes.set(await thread.perform(\.log)) }
        executor.run(for: .zero)
        life.cancel()
        executor.run(for: .seconds(1))
        return notes.all
    }

    @Test func `posted values are received in order`() {
        let log = log(on: makeThread()) { app in
            app.queue.start(
                { post in for number in 1...3 { await post(number) } },
                receive: { app.log.append("\($0)") }
            )
        }
        #expect(log == ["1", "2", "3"])
    }

    @Test func `a request's outcome is received once`() {
        let log = log(on: makeThread()) { app in
            app.queue.request({ 7 }, receive: { app.log.append("\((try? $0.get()) ?? 0)") })
            app.log.append("asked")
        }
        #expect(log == ["asked", "7"])
    }

    @Test func `a request's error is received as a failure`() {
        let log = log(on: makeThread()) { app in
            app.queue.request(
                { () async throws -> Int in throw ServiceError.unreachable },
                receive: { if case .failure(let error) = $0 { app.log.append("\(error)") } }
            )
        }
        #expect(log == ["unreachable"])
    }

    @Test func `a receiver is released after its request has ended`() {
        let log = log(on: makeThread()) { app in
            let token = Token()
            app.queue.request({ 7 }, receive: { _ in withExtendedLifetime(token) { app.log.append("received") } })
            app.queue.request({ [clock = app.clock] in try await clock.sleep(for: .seconds(1)) }) { [weak token] _ in
                app.log.append(token == nil ? "let go" : "still held")
            }
        }
        #expect(log == ["received", "let go"])
    }

    @Test func `receivers of waiting requests are released when the app ends`() {
        let held = Held()
        let clock = executor.clock
        _ = log(after: .seconds(1), on: makeThread()) { app in
            let (serial, token) = (SerialQueue(on: app.queue), Token())
            held.token = token
            for _ in 1...3 {
                serial.request(
                    { try await clock.sleep(for: .seconds(60)) },
                    receive: { _ in withExtendedLifetime((token, serial)) { app.log.append("received") } }
                )
            }
        }
        #expect(held.token == nil)
    }

    @Test func `waiting requests of a serial queue run even if the app ends`() {
        let done = Notes()
        let life = Task(executorPreference: executor) { [executor] in
            let thread = MainThread { Counter(queue: $0, clock: executor.clock) }
            await thread.perform { app in
                let serial = SerialQueue(on: app.queue)
                for number in 1...3 {
                    serial.request({ done.add("\(number)") }, receive: { _ in app.log.append("received") })
                }
            }
            withUnsafeCurrentTask { $0?.cancel() }
            await thread.run()
            #expect(await thread.perform(\.log).isEmpty)
        }
        executor.run(for: .seconds(1))
        withExtendedLifetime(life) {}
        #expect(done.all == ["1", "2", "3"])
    }

    @Test func `cancelled work is not received and its task ends`() {
        let clock = executor.clock
        let log = log(on: makeThread()) { app in
            app.work = app.queue.start(
                { (post: @Sendable (Int) async -> Void) in
                    do { try await clock.sleep(for: .seconds(2)) } catch { await post(0) }
                    await post(1)
                },
                receive: { app.log.append("\($0)") }
            )
            app.queue.request({ try await clock.sleep(for: .seconds(1)) }) { _ in app.work?.cancel() }
        }
        #expect(log.isEmpty)
    }
}

private final class Token {}

/// A weak reference to a token. It is used only on the simulation's one thread, by one job at a time.
private final class Held: @unchecked Sendable {
    weak var token: Token?
}

private final class Notes: Sendable {
    private let state = Mutex<[String]>([])
    var all: [String] { state.withLock { $0 } }
    func set(_ notes: [String]) { state.withLock { $0 = notes } }
    func add(_ note: String) { state.withLock { $0.append(note) } }
}
