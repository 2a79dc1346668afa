import Chat
import ChatList
import ChatStore
import ChatTypes
import Foundation

/// Costs that must not grow with repetition: sending one more message, and loading one more earlier page.
enum GrowthBenchmark {
    static func run(
        in place: borrowing Workplace,
        waitingCounts: [Int] = [250, 500, 1000, 2000],
        pageCounts: [Int] = [100, 200, 400]
    ) async throws -> [Figure] {
        let scale = Scale(chatCount: 1)
        var figures: [Figure] = []
        for count in waitingCounts {
            let history = place.file("waiting-\(count).sqlite")
            try scale.makeHistory(at: history)
            figures.append(try await waiting(count, scale, history))
        }
        let long = place.file("long.sqlite")
        try scale.makeLongChat(of: 21_000, at: long)
        for count in pageCounts { figures.append(try await earlier(count, scale, long)) }
        return figures
    }

    /// Measures the processor time for each of `count` waiting messages in an open chat.
    private static func waiting(_ count: Int, _ scale: Scale, _ history: URL) async throws -> Figure {
        let microseconds = try await RunningApp(history: history).run { app in
            await app.untilList { !$0.rows.isEmpty }
            await app.open(scale.header(0).id)
            let before = processorSeconds()
            for number in 0..<count { await app.perform(.send("Line \(number)")) }
            await app.untilChat { $0.rows.last?.text == "Line \(count - 1)" }
            return (processorSeconds() - before) / Double(count) * 1_000_000
        }
        return Figure("one line of \(count) that wait", scale, unit: "µs", ours: microseconds)
    }

    /// Measures the processor time for each of `count` earlier pages.
    private static func earlier(_ count: Int, _ scale: Scale, _ history: URL) async throws -> Figure {
        let microseconds = try await RunningApp(history: history).run { app in
            await app.untilList { !$0.rows.isEmpty }
            await app.open(scale.header(0).id)
            let before = processorSeconds()
            for _ in 0..<count { await app.perform(.loadEarlier) }
            return (processorSeconds() - before) / Double(count) * 1_000_000
        }
        return Figure("one earlier page of \(count)", scale, unit: "µs", ours: microseconds)
    }
}
