/// A path prefix, or a pattern in which `*` matches any part of one name.
struct PathPattern: Sendable {
    private let names: [[Substring]]
    private let isPrefix: Bool

    init(_ text: String) {
        isPrefix = !text.contains("*")
        names = text.split(separator: "/").filter { $0 != "." }.map {
            $0.split(separator: "*", omittingEmptySubsequences: false)
        }
    }

    func matches(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard isPrefix || names.count == 1 || names.count == parts.count else { return false }
        // A star without a slash is matched against the file's name alone.
        let compared = isPrefix ? parts.prefix(names.count) : parts.suffix(names.count)
        return compared.count == names.count && zip(names, compared).allSatisfy(Self.matches)
    }

    /// Whether a name has the parts around the stars, in order.
    private static func matches(_ parts: [Substring], _ name: Substring) -> Bool {
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return parts.first == name }
        guard name.hasPrefix(first) else { return false }
        var rest = name.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
