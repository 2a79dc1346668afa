import ChatTypes

/// The people whom a typed text mentions: an `@` that begins a word, followed by a member's name or ID, or by `room` for everyone.
struct TypedMentions: Hashable {
    private(set) var people: [ContactID] = []
    private(set) var isOfRoom = false

    /// The mentions of a text that are looked for.
    private static let limit = 50
    /// The characters of a name that are compared.
    private static let nameLimit = 100

    /// - Parameters:
    ///   - spans: the formatted parts; code mentions nobody.
    ///   - members: the other members. Of a name that several have, none is meant.
    init(in text: String, _ spans: [TextSpan], of members: [(id: ContactID, name: String)]) {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return }
        var known: [String: ContactID?] = ["room": nil]
        for (id, name) in members where !name.isEmpty {
            let meant = known[name.lowercased()] == nil ? id : nil
            known.updateValue(meant, forKey: name.lowercased())
        }
        for (id, _) in members { known.updateValue(id, forKey: String(id.rawValue.dropFirst()).lowercased()) }
        let code = spans.filter { $0.kind == .code || $0.kind == .codeBlock }.map(\.range)
        var (rest, before, count) = (text[...], Character?.none, 0)
        while let place = rest.firstIndex(of: "@"), count < Self.limit {
            if place > rest.startIndex { before = rest[rest.index(before: place)] }
            let isCode = code.contains { $0.contains(text.utf8.distance(from: text.startIndex, to: place)) }
            rest = rest[rest.index(after: place)...]
            if !isCode, before?.isPartOfAddress != true {
                count += 1
                note(rest, known)
            }
            before = "@"
        }
    }

    /// Notes the longest name at the beginning of a text.
    private mutating func note(_ text: Substring, _ known: [String: ContactID?]) {
        // Completion may have put an ID with its own sign behind the typed one.
        let text = text.first == "@" ? text.dropFirst() : text
        let start = text.prefix(Self.nameLimit)
        for end in start.indices.reversed() where start.index(after: end) == text.endIndex || text.endsWord(at: end) {
            let word = start[...end].lowercased()
            guard let found = known[word] else { continue }
            if let person = found {
                if !people.contains(person) { people.append(person) }
            } else if word == "room" {
                isOfRoom = true
            }
            return
        }
    }
}

extension Substring {
    /// Whether a word ends with the character at an index, which has another behind it.
    fileprivate func endsWord(at index: Index) -> Bool {
        let next = self[self.index(after: index)]
        return !next.isLetter && !next.isNumber
    }
}

extension Character {
    /// Whether an `@` after this character belongs to an address.
    fileprivate var isPartOfAddress: Bool { isLetter || isNumber || "._-+@".contains(self) }
}
