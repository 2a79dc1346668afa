/// A link to a person, a room or an alias, as Matrix clients share it: `https://matrix.to/#/…`, `matrix:…`, or the id itself.
///
/// People type and paste such links wherever a name is asked for. Escaped characters are read, and an event within a room leads to the room.
public struct MatrixLink: Hashable, Sendable {
    /// The id: `@name:server`, `#alias:server`, or a room's, which begins with `!`.
    public let id: String
    /// Servers through which the room can be joined.
    public let servers: [String]
    /// The ID of the event within the room that it leads to, if it does.
    package let event: String?

    private static let serverLimit = 3

    /// Nil for a text that is no such link.
    public init?(_ text: String) {
        guard text.utf8.count <= Limits.addressBytes else { return nil }
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let parts: [String]
        if let rest = Self.rest(of: halves[0], after: ["https://matrix.to/#/", "http://matrix.to/#/"]) {
            parts = rest.split(separator: "/").map { Self.unescaped($0) }
        } else if let rest = Self.rest(of: halves[0], after: ["matrix:"]) {
            // The first part says the kind, which the id begins with elsewhere.
            let words = rest.split(separator: "/").map { Self.unescaped($0) }
            guard words.count > 1, let sign = Self.signs[words[0].lowercased()] else { return nil }
            let hasEvent = words.count > 3 && ["e", "event"].contains(words[2])
            parts = [sign + words[1]] + (hasEvent ? [words[3]] : [])
        } else {
            guard halves.count == 1 else { return nil }
            parts = [text]
        }
        guard let id = parts.first, Self.isID(id) else { return nil }
        // `matrix:` leaves out the sign that an event's ID begins with.
        (self.id, event) = (id, parts.dropFirst().first.map { $0.hasPrefix("$") ? $0 : "$\($0)" })
        let query = halves.dropFirst().first?.split(separator: "&") ?? []
        servers = query.compactMap { item in
            item.hasPrefix("via=") ? Self.unescaped(item.dropFirst(4)) : nil
        }.filter(\.isUsableID).prefix(Self.serverLimit).map(\.self)
    }

    /// Returns the id in a link, or the text itself.
    package static func name(in text: String) -> String { MatrixLink(text)?.id ?? text }

    private static let signs = ["u": "@", "user": "@", "r": "#", "room": "#", "roomid": "!"]

    private static func isID(_ text: String) -> Bool {
        guard text.isUsableID, !text.contains(where: { $0.isWhitespace || $0.isNewline }) else { return false }
        return switch text.first {
        case "@", "#": text.dropFirst().contains(":")
        // Since version 12, a room's id names no server.
        case "!": text.utf8.count > 10 || text.contains(":")
        default: false
        }
    }

    private static func rest(of text: Substring, after prefixes: [String]) -> Substring? {
        prefixes.first { text.lowercased().hasPrefix($0) }.map { text.dropFirst($0.count) }
    }

    private static func unescaped(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var (bytes, rest) = ([UInt8](), text.utf8[...])
        while let byte = rest.first {
            let digits = rest.dropFirst().prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
