/// What one incoming message costs a version under one strategy, as the chats grow.
package struct Cost: Hashable, Codable, Sendable {
    package var strategy: StrategyChoice
    package var points: [Point]

    /// One size of history; all but the time is for one message on average.
    package struct Point: Hashable, Codable, Sendable {
        package var chats: Int
        package var time: Spread
        package var viewUpdates: Double
        package var cellsMade: Double
        package var statements: Double
        package var rowsRead: Double
        /// Nil where the machine does not count them.
        package var instructions: Double?
        /// What the process holds more, once the messages are in, than before the app began; nil where the system does
        /// not say.
        package var mebibytes: Double?
    }

    /// Microseconds of processor time for one message, from the push to the moment when nothing is left to do.
    package struct Spread: Hashable, Codable, Sendable {
        package var median: Double
        /// A tenth of the messages took less.
        package var low: Double
        /// A tenth of the messages took more.
        package var high: Double
        /// How many were measured.
        package var messages: Int
    }

    package var timeExponent: Double? { exponent { $0.time.median } }
    package var rowsReadExponent: Double? { exponent(of: \.rowsRead) }
    /// At the most chats that were measured.
    package var largest: Point? { points.max { $0.chats < $1.chats } }

    private func exponent(of value: (Point) -> Double) -> Double? {
        growthExponent(of: points.map { (Double($0.chats), value($0)) })
    }
}

extension Cost.Spread {
    /// Of times in seconds, of which there is one at least.
    package init(seconds: [Double]) {
        let sorted = seconds.sorted()
        func at(_ tenths: Int) -> Double { sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * tenths / 10] * 1_000_000 }
        self.init(median: at(5), low: at(1), high: at(9), messages: sorted.count)
    }
}
