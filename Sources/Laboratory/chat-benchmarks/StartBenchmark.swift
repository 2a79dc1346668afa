import ChatList
import ChatStore
import Foundation

/// The time from opening the store to the first rendered list.
enum StartBenchmark {
    static let repetitions = 15

    static func run(_ scale: Scale, history: URL, in place: borrowing Workplace) async throws -> [Figure] {
        let copy = try place.copy(of: history, as: "start.sqlite")
        var (oursTimes, bareTimes): ([Double], [Double]) = ([], [])
        for _ in 0..<repetitions {
            oursTimes.append(
                try await seconds {
                    try await RunningApp(history: copy).run { await $0.untilList { !$0.rows.isEmpty } }
                }
            )
            bareTimes.append(
                try await seconds {
                    try BareStatements(BareConnection(path: copy.path)).readList(limit: 51)
                }
            )
        }
        return [
            Figure(
                "start, to the first list",
                scale,
                unit: "ms",
                ours: median(oursTimes) * 1000,
                bare: median(bareTimes) * 1000,
                ratio: median(oursTimes) / median(bareTimes)
            )
        ]
    }

    /// Returns the launch time of a process that does nothing, for comparison with the start.
    static func launch() async throws -> Double {
        var times: [Double] = []
        for _ in 0..<repetitions { times.append(try await seconds { _ = try Probe.run(["--probe", "nothing"]) }) }
        return median(times) * 1000
    }
}
