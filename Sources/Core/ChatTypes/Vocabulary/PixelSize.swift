/// The width and height of a picture, as its author states them: the picture itself may have others.
public struct PixelSize: Hashable, Codable, Sendable {
    public let width: Int
    public let height: Int

    /// The widths and heights that a picture can have.
    public static let sides = 1...65_535

    /// Creates a size; nil for a width or a height that no picture has.
    public init?(width: Int64, height: Int64) {
        guard let width = Int(exactly: width), let height = Int(exactly: height) else { return nil }
        (self.width, self.height) = (width, height)
        if !isPossible { return nil }
    }

    /// Whether a picture can have the size: a decoded one may have any.
    var isPossible: Bool { Self.sides.contains(width) && Self.sides.contains(height) }
}
