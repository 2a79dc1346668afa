import Foundation

/// Formats numbers for readers, independent of the machine and its locale.
enum Numbers {
    static func fixed(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", locale: Locale(identifier: "en_US_POSIX"), value)
    }

    /// Formats a number with two or three significant digits.
    static func short(_ value: Double) -> String {
        if value >= 1000 { return grouped(Int(value.rounded())) }
        return fixed(value, value < 10 && value != value.rounded() ? (value < 1 ? 2 : 1) : 0)
    }

    static func orDash(_ value: Double?, _ digits: Int) -> String {
        value.map { fixed($0, digits) } ?? "-"
    }

    static func grouped(_ value: Int) -> String {
        var digits = String(abs(value))
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (value < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}
