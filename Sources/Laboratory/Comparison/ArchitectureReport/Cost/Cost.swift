/// What one incoming message costs a version, as the chats grow.
package struct Cost: Hashable, Codable, Sendable {
    package var points: [Point]

    /// One size of history.
    package struct Point: Hashable, Codable, Sendable {
        package var chats: Int
        /// The median over the messages, from the push to the moment when nothing is left to do.
        package var microseconds: Double
        package var viewUpdates: Double
        package var rowsBuilt: Double
        /// What the process holds more, once the messages are in, than before the app began; nil where the system does
        /// not say.
        package var mebibytes: Double?
    }

    package var timeExponent: Double? { exponent(of: \.microseconds) }
    package var updateExponent: Double? { exponent(of: \.viewUpdates) }
    package var rowExponent: Double? { exponent(of: \.rowsBuilt) }

    private func exponent(of value: (Point) -> Double) -> Double? {
        growthExponent(of: points.map { (Double($0.chats), value($0)) })
    }
}
