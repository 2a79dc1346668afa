import Foundation

/// Formats numbers for readers, independent of the machine and its locale.
enum Numbers {
    static func fixed(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", locale: Locale(identifier: "en_US_POSIX"), value)
    }

    /// Returns a number with at most two decimals, and none that are zeros.
    static func short(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e9 { return grouped(Int(value)) }
        var text = fixed(value, 2)
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
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
