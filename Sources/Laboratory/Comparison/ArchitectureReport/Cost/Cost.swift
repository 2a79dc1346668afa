/// The cost of one incoming message in an architecture with one strategy, as the number of chats grows.
package struct Cost: Hashable, Codable, Sendable {
    package var strategy: StrategyChoice
    package var points: [Point]

    /// The cost at one size of history; all values except the time are averages for one message.
    package struct Point: Hashable, Codable, Sendable {
        package var chats: Int
        package var time: Spread
        package var viewUpdates: Double
        package var cellsMade: Double
        package var statements: Double
        package var rowsRead: Double
        /// The growth in memory from before the app's start until the messages arrived; nil if the system does not
        /// report it.
        package var mebibytes: Double?
    }

    /// The processor time for one message in microseconds, from the push until the app is idle.
    package struct Spread: Hashable, Codable, Sendable {
        package var median: Double
        /// The 10th percentile.
        package var low: Double
        /// The 90th percentile.
        package var high: Double
        /// The number of measured messages.
        package var messages: Int
    }

    package var timeExponent: Double? {
        growthExponent(of: points.map { (Double($0.chats), $0.time.median) })
    }
    /// The cost at the largest measured number of chats.
    package var largest: Point? { points.max { $0.chats < $1.chats } }
}

extension Cost.Spread {
    /// Computes the spread of times in seconds; requires at least one.
    package init(seconds: [Double]) {
        let sorted = seconds.sorted()
        func at(_ tenths: Int) -> Double { sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * tenths / 10] * 1_000_000 }
        self.init(median: at(5), low: at(1), high: at(9), messages: sorted.count)
    }
}
