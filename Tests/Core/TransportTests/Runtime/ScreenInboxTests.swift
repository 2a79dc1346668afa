import SimulationKit
import Synchronization
import Testing
import Transport

@Suite struct ScreenInboxTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let inbox = ScreenInbox<String, String>()
    private let log = Log()

    /// A screen that writes down what it handles and renders; it keeps the completion of an action called "keep".
    private func enter() -> Task<Void, Never> {
        Task(executorPreference: executor) { [inbox, log] in
            await inbox.run(
                handle: { input in
                    switch input {
                    case .action(let action, let completion):
                        log.add("action \(action)")
                        if action == "keep" { log.kept.withLock { $0 = completion } }
                    case .event(let event): log.add("event \(event)")
                    }
                },
                render: { log.add("render") }
            )
            log.add("left")
        }
    }

    private func leave(_ screen: Task<Void, Never>) {
        screen.cancel()
        executor.run(for: .seconds(1))
    }

    private func perform(_ action: String) {
        Task(executorPreference: executor) { [inbox, log] in
            await inbox.perform(action)
            log.add("done \(action)")
        }
    }

    @Test func `the screen renders at once, then once for all that waits`() {
        inbox.send("one")
        inbox.post("two")
        inbox.send("three")
        let screen = enter()
        executor.run(for: .seconds(1))
        #expect(log.lines == ["render", "action one", "event two", "action three", "render"])
        leave(screen)
        #expect(log.lines.last == "left")
    }

    @Test func `an action performed is done after what it changed is rendered`() {
        let screen = enter()
        executor.run(for: .seconds(1))
        perform("one")
        executor.run(for: .seconds(1))
        #expect(log.lines == ["render", "action one", "render", "done one"])
        leave(screen)
    }

    @Test func `an action whose work goes on is done when the work lets go of it`() {
        let screen = enter()
        perform("keep")
        executor.run(for: .seconds(1))
        #expect(log.lines.last == "render")
        log.kept.withLock { $0 = nil }
        executor.run(for: .seconds(1))
        #expect(log.lines.last == "done keep")
        leave(screen)
    }

    @Test func `who performs an action on a screen that was left does not wait for ever`() {
        let screen = enter()
        executor.run(for: .seconds(1))
        screen.cancel()
        perform("late")
        executor.run(for: .seconds(1))
        perform("later")
        executor.run(for: .seconds(1))
        #expect(log.lines == ["render", "left", "done late", "done later"])
    }
}

private final class Log: Sendable {
    private let recorded = Mutex<[String]>([])
    let kept = Mutex<Completion?>(nil)

    var lines: [String] { recorded.withLock { $0 } }

    func add(_ line: String) { recorded.withLock { $0.append(line) } }
}
