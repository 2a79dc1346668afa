package import BehaviourSuite
import ChatStore
import SimulationKit

/// Records what comes of one message, job by job, at the seams that every version has: the push source, the disk, the
/// server, and what the driver says is shown.
///
/// The app's work is done one job at a time. After each, a second connection reads the history, and the driver is asked
/// on an executor of its own, so that looking moves nothing in the app.
package enum FlowRecorder {
    private static let jobLimit = 10_000

    package static func record(_ version: Version, chatCount: Int, history path: String) throws -> [FlowEvent] {
        let history = History(chatCount: chatCount)
        let app = try RunningVersion(version, history: path)
        defer { app.quit() }
        app.server.push(history.news(1))
        app.rest()
        let disk = try ChatDatabase(.file(path: path))
        let observer = SimulationExecutor(seed: 1, schedule: .inOrder)
        _ = app.server.takeEvents()
        var seen = Look(
            screen: app.ask { await $0.screen } ?? Screen(),
            cost: app.ask { await $0.cost } ?? DrawingCost()
        )
        var unread = try disk.unreadCount()
        var events = [FlowEvent(place: .source, job: 0, words: "the message is pushed")]
        app.server.push(history.news(2))
        var job = 0
        let end = app.executor.clock.now.advanced(by: .seconds(1))
        var question = ask(app.driver, on: observer)
        while job < jobLimit, app.executor.step(by: end) {
            job += 1
            let stored = try disk.unreadCount()
            if stored != unread { events.append(FlowEvent(place: .disk, job: job, words: "the message is committed")) }
            unread = stored
            for event in app.server.takeEvents() { events.append(FlowEvent(event, job: job)) }
            while observer.step() {}
            guard let look = question.answer else { continue }
            events += look.events(since: seen, job: job)
            seen = look
            question = ask(app.driver, on: observer)
            while observer.step() {}
        }
        return events
    }

    private static func ask(_ driver: any AppDriver, on observer: SimulationExecutor) -> Question<Look> {
        Question({ Look(screen: await $0.screen, cost: await $0.cost) }, of: driver, on: observer)
    }
}

/// What a driver says at one moment.
private struct Look: Sendable {
    let screen: Screen
    let cost: DrawingCost

    func events(since before: Look, job: Int) -> [FlowEvent] {
        var words: [String] = []
        let updates = cost.viewUpdates - before.cost.viewUpdates
        let rows = cost.rowsBuilt - before.cost.rowsBuilt
        if updates > 0 || rows > 0 {
            words.append(
                "\(updates) view \(updates == 1 ? "update" : "updates"), \(rows) \(rows == 1 ? "row" : "rows") made"
            )
        }
        if screen.list?.rows.first != before.screen.list?.rows.first {
            words.append("the list's first row is the new one")
        }
        if screen.badge != before.screen.badge {
            words.append("the badge goes from \(before.screen.badge) to \(screen.badge)")
        }
        if screen.notifications.count != before.screen.notifications.count { words.append("the notification is shown") }
        return words.map { FlowEvent(place: .screen, job: job, words: $0) }
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
