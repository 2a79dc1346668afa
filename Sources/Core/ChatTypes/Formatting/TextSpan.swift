/// A part of a message's text that is formatted, such as an emphasised word, or a mark that only stands for a format.
///
/// Spans count bytes of UTF-8, in ascending order of their starts, the longer one first. They may be nested. The text is complete
/// without them: a display that ignores all spans shows the message as plain text.
public struct TextSpan: Hashable, Sendable {
    /// The meaning of a part of a text.
    public enum Kind: Hashable, Sendable {
        case emphasis, strong, strike, underline
        /// Code within a line.
        case code
        /// Lines of code.
        case codeBlock
        /// Lines of another person.
        case quote
        /// A text that is hidden until the user asks for it.
        case spoiler
        /// A line above others; level 1 is the highest, 6 the lowest.
        case heading(level: Int)
        /// An item of a list, with its number if the list is numbered. Items of a list within it are inside of its span.
        case listItem(number: Int?)
        /// A link to a web address (see `WebAddress`).
        case link(String)
        /// The star at the start of a message that says what its author does, as `/me` makes it.
        case emote
        /// Characters that stand for a format in the plain text, such as the stars of `**bold**`. A display with formats hides them.
        case markup
    }

    /// The meaning.
    public let kind: Kind
    /// The offset of the first byte.
    public let start: Int
    /// The number of bytes, above 0.
    public let length: Int

    public init(_ kind: Kind, start: Int, length: Int) {
        (self.kind, self.start, self.length) = (kind, start, length)
    }

    init(_ kind: Kind, _ range: Range<Int>) { self.init(kind, start: range.lowerBound, length: range.count) }

    /// The bytes of the text.
    public var range: Range<Int> { start..<start + length }
}

extension TextSpan.Kind {
    /// Whether the characters are hidden by a display with formats.
    package var isMark: Bool { self == .markup || self == .emote }

    /// Whether it begins and ends with a line.
    package var isBlock: Bool {
        switch self {
        case .codeBlock, .quote, .heading, .listItem: true
        default: false
        }
    }

    /// The name in JSON and in the history.
    package var name: String {
        switch self {
        case .emphasis: "emphasis"
        case .strong: "strong"
        case .strike: "strike"
        case .underline: "underline"
        case .code: "code"
        case .codeBlock: "codeBlock"
        case .quote: "quote"
        case .spoiler: "spoiler"
        case .heading: "heading"
        case .listItem: "listItem"
        case .link: "link"
        case .emote: "emote"
        case .markup: "markup"
        }
    }

    /// The level of a heading or the number of a list's item.
    var number: Int? {
        switch self {
        case .heading(let level): level
        case .listItem(let number): number
        default: nil
        }
    }

    /// The address of a link; nil for any other kind.
    package var address: String? { if case .link(let address) = self { address } else { nil } }

    /// Nil for an unknown name, a level that no heading has, or an address that is no web address.
    init?(name: String, number: Int?, address: String?) {
        switch name {
        case "heading":
            guard let number, (1...6).contains(number) else { return nil }
            self = .heading(level: number)
        case "listItem": self = .listItem(number: number.flatMap { Self.itemNumbers.contains($0) ? $0 : nil })
        case "link":
            guard let address = address.flatMap(WebAddress.accepting) else { return nil }
            self = .link(address)
        default:
            guard let kind = Self.simple.first(where: { $0.name == name }) else { return nil }
            self = kind
        }
    }

    private static let simple: [Self] = [
        .emphasis, .strong, .strike, .underline, .code, .codeBlock, .quote, .spoiler, .emote, .markup,
    ]

    /// The numbers that an item of a list can have.
    package static let itemNumbers = 0...999_999_999
}

extension TextSpan: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, start, length, level, number, url
    }

    /// Reads a span of an unknown kind as markup of no length, which is dropped where spans are used (see `bounded(to:)`).
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let number = try container.decodeIfPresent(Int.self, forKey: .level)
        let kind = Kind(
            name: try container.decode(String.self, forKey: .kind),
            number: try number ?? container.decodeIfPresent(Int.self, forKey: .number),
            address: try container.decodeIfPresent(String.self, forKey: .url)
        )
        start = try container.decode(Int.self, forKey: .start)
        length = kind == nil ? 0 : try container.decode(Int.self, forKey: .length)
        self.kind = kind ?? .markup
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind.name, forKey: .kind)
        try container.encode(start, forKey: .start)
        try container.encode(length, forKey: .length)
        switch kind {
        case .heading(let level): try container.encode(level, forKey: .level)
        case .listItem(let number): try container.encodeIfPresent(number, forKey: .number)
        case .link(let address): try container.encode(address, forKey: .url)
        default: break
        }
    }
}

/// A message without spans is written as before there were any, and read as one without.
extension KeyedDecodingContainer {
    package func decode(_ type: [TextSpan].Type, forKey key: Key) throws -> [TextSpan] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}

extension KeyedEncodingContainer {
    package mutating func encode(_ spans: [TextSpan], forKey key: Key) throws {
        try encodeIfPresent(spans.isEmpty ? nil : spans, forKey: key)
    }
}
