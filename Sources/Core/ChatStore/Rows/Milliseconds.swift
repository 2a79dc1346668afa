import Foundation

extension Date {
    /// Milliseconds since 1970, as the history keeps time; a moment out of reach becomes the nearest within it.
    var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded()
        return Int64(min(max(value.isNaN ? 0 : value, -Self.reach), Self.reach))
    }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The end of the year 9999: further on, calendars have nothing to say.
    private static let reach: Double = 253_402_300_799_999
}
