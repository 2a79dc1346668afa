import Foundation

extension Date {
    /// Milliseconds since 1970, as the history keeps time; a moment out of reach becomes the nearest within it.
    var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded()
        return Self.withinReach(Int64(min(max(value.isNaN ? 0 : value, -1e15), 1e15)))
    }

    /// The moment of a number of milliseconds from the file, whatever it is.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(Self.withinReach(milliseconds)) / 1000)
    }

    /// The nearest number of milliseconds that calendars and keys have room for.
    static func withinReach(_ milliseconds: Int64) -> Int64 {
        min(max(milliseconds, reach.lowerBound), reach.upperBound)
    }

    /// From the beginning of the year 1 to the end of the year 9999: elsewhere an export could not be read again.
    private static let reach: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
}
