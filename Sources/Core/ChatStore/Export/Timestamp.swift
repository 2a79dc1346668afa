public import Foundation

/// A moment as an export writes it: in UTC, to the millisecond, such as `2022-03-11T09:00:00.000Z`.
public struct Timestamp: Hashable, Sendable {
    /// Rounded to the millisecond.
    public let date: Date

    /// Rounds to the nearest millisecond.
    public init(_ date: Date) {
        self.date = Date(milliseconds: date.milliseconds)
    }

    /// The format cuts what is below a millisecond, and a binary fraction may lie just below the one that is meant.
    public var text: String { date.addingTimeInterval(0.0005).formatted(Self.format) }

    private static let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = try? Date(text, strategy: Self.format) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a moment: \(text)")
        }
        self.init(date)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
