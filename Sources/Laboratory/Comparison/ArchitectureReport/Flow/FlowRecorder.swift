package import BehaviourSuite
import ChatStore
import SimulationKit

/// Records the effects of one message, job by job.
///
/// It observes the boundaries that every architecture has: the push source, the disk, the server, and the screen as
/// the driver reports it. The app runs one job at a time. After each job a second connection reads the history, and
/// the driver is asked on a separate executor, so that observation does not affect the app.
package enum FlowRecorder {
    private static let jobLimit = 10_000

    package static func record(_ version: Architecture, chatCount: Int, history path: String) throws -> [FlowEvent] {
        let history = History(chatCount: chatCount)
        let app = try RunningArchitecture(version, history: path)
        defer { app.quit() }
        app.server.push(history.news(1))
        app.rest()
        let disk = try ChatDatabase(.file(path: path))
        let observer = SimulationExecutor(seed: 1, schedule: .inOrder)
        _ = app.server.takeEvents()
        var screen = Looking(app.ask { await $0.screen } ?? Screen(), at: app.driver, on: observer) { await $0.screen }
        var cost = Looking(app.ask { await $0.cost } ?? DrawingCost(), at: app.driver, on: observer) { await $0.cost }
        var unread = try disk.read { try $0.unreadCount() }
        var events = [FlowEvent(place: .source, job: 0, words: "the message is pushed")]
        app.server.push(history.news(2))
        var job = 0
        let end = app.executor.clock.now.advanced(by: .seconds(1))
        while job < jobLimit, app.executor.step(by: end) {
            job += 1
            let stored = try disk.read { try $0.unreadCount() }
            if stored != unread { events.append(FlowEvent(place: .disk, job: job, words: "the message is committed")) }
            unread = stored
            for event in app.server.takeEvents() { events.append(FlowEvent(event, job: job)) }
            let drawn = cost.change().map { words(from: $0.before, to: $0.after) } ?? []
            let shown = screen.change().map { words(from: $0.before, to: $0.after) } ?? []
            events += (drawn + shown).map { FlowEvent(place: .screen, job: job, words: $0) }
        }
        return events
    }

    private static func words(from before: DrawingCost, to after: DrawingCost) -> [String] {
        let updates = after.viewUpdates - before.viewUpdates
        let cells = after.cellsMade - before.cellsMade
        guard updates > 0 || cells > 0 else { return [] }
        return [
            "\(updates) view \(updates == 1 ? "update" : "updates"), \(cells) \(cells == 1 ? "cell" : "cells") made"
        ]
    }

    private static func words(from before: Screen, to after: Screen) -> [String] {
        var words: [String] = []
        if after.list?.rows.first != before.list?.rows.first { words.append("the list's first row is the new one") }
        if after.badge != before.badge { words.append("the badge goes from \(before.badge) to \(after.badge)") }
        if after.notifications.count != before.notifications.count { words.append("the notification is shown") }
        return words
    }
}

/// A question that a driver is asked repeatedly.
///
/// An answer may have to wait until the app finishes its current work.
private struct Looking<Answer: Sendable> {
    private let driver: any AppDriver
    private let observer: SimulationExecutor
    private let ask: @Sendable (any AppDriver) async -> Answer
    private var last: Answer
    private var question: Question<Answer>?

    init(
        _ first: Answer,
        at driver: any AppDriver,
        on observer: SimulationExecutor,
        ask: @escaping @Sendable (any AppDriver) async -> Answer
    ) {
        (last, self.driver, self.observer, self.ask) = (first, driver, observer, ask)
    }

    /// Returns the previous and the current answer, or nil if there is no new answer.
    mutating func change() -> (before: Answer, after: Answer)? {
        let asked = question ?? Question(ask, of: driver, on: observer)
        question = asked
        while observer.step() {}
        guard let answer = asked.answer else { return nil }
        defer { (last, question) = (answer, nil) }
        return (last, answer)
    }
}

extension FlowEvent {
    fileprivate init(_ event: ScriptedServer.Event, job: Int) {
        switch event {
        case .acknowledged: self.init(place: .source, job: job, words: "the source may bring the next")
        case .asked(let what): self.init(place: .server, job: job, words: "the server is asked: \(what)")
        }
    }
}
