package import BehaviourSuite
import ChatTypes
import Foundation

/// Measures one architecture with one size of history.
///
/// It runs in a process of its own, so that memory and caches of other measurements do not affect the figures.
package enum CostProbe {
    private static let timeLimit = 0.5
    /// The number of unmeasured messages at the beginning, which create what later messages reuse.
    private static let warmUps = 3

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Runs `version` on the history at `path`, which it modifies.
    ///
    /// The number of measured messages is in `messageCounts`; half a second decides which.
    package static func measure(
        _ version: Architecture,
        _ choice: StrategyChoice = .all,
        chatCount: Int,
        history path: String,
        messageCounts: ClosedRange<Int> = 11...200
    ) throws -> Cost.Point {
        let history = History(chatCount: chatCount)
        let memoryBefore = residentMebibytes()
        let app = try RunningArchitecture(version, choice.strategy, history: path)
        defer { app.quit() }
        var number = 0
        func takeOne() -> Double {
            let start = threadTime()
            app.server.push(history.news(number))
            app.rest()
            number += 1
            return threadTime() - start
        }
        for _ in 0..<warmUps { _ = takeOne() }
        let (drawn, asked) = (app.drawingCost, app.storageCost)
        var times: [Double] = []
        var total = 0.0
        while times.count < messageCounts.upperBound,
            times.count < messageCounts.lowerBound || total < timeLimit
        {
            let time = takeOne()
            times.append(time)
            total += time
        }
        let (drawnAfter, askedAfter) = (app.drawingCost, app.storageCost)
        let memoryAfter = residentMebibytes()
        let last = history.news(number - 1)
        let screen = app.ask { await $0.screen }
        guard screen?.list?.rows.first?.title == last.chat.contact.name,
            screen?.list?.rows.first?.preview == last.messages[0].text
        else {
            throw Failure(
                description: "the last message did not come to the list's first row: \(String(describing: screen))"
            )
        }
        let count = Double(times.count)
        func perMessage(_ before: Int, _ after: Int) -> Double { Double(after - before) / count }
        return Cost.Point(
            chats: chatCount,
            time: Cost.Spread(seconds: times),
            viewUpdates: perMessage(drawn.viewUpdates, drawnAfter.viewUpdates),
            cellsMade: perMessage(drawn.cellsMade, drawnAfter.cellsMade),
            statements: perMessage(asked.statements, askedAfter.statements),
            rowsRead: perMessage(asked.rowsRead, askedAfter.rowsRead),
            mebibytes: memoryAfter.flatMap { after in memoryBefore.map { after - $0 } }
        )
    }

    /// Returns the resident memory from `/proc/self/statm`, or nil if there is no such file.
    ///
    /// The file counts pages of the system's page size.
    private static func residentMebibytes() -> Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
        else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }
}
