/// The name under which a person is shown: with the ID behind it, as in "Sam (@sam:test)", where the name alone proves nothing.
///
/// Anybody may choose any name. The ID is there if the name looks like that of somebody else nearby, has the form of an ID, or could pass for the
/// user or the program, and wherever a name is chosen from a list. So a name that ends in parentheses with an ID has them from here.
public enum ShownName {
    /// Returns the name, the name with the ID, or the ID of a person without a name.
    ///
    /// `isShared` says whether somebody else nearby has a name that looks like it, or the ID is wanted anyway.
    public static func of(_ name: String, id: ContactID, isShared: Bool = false) -> String {
        if name.isEmpty || name.hasBytes(of: id.rawValue) { return id.rawValue }
        return isShared || isDoubtful(name, id: id) ? "\(name) (\(id.rawValue))" : name
    }

    /// Returns the name without the ID, and the ID behind it; nil if there is none.
    public static func parts(of shown: String) -> (name: String, id: String?) {
        let bytes = shown.utf8
        guard bytes.last == UInt8(ascii: ")"), let open = bytes.lastIndex(of: UInt8(ascii: "(")),
            open > bytes.startIndex, bytes[bytes.index(before: open)] == UInt8(ascii: " ")
        else { return (shown, nil) }
        let id = String(Substring(bytes[bytes.index(after: open)...].dropLast()))
        guard id.hasPrefix("@"), id.isMatrixID else { return (shown, nil) }
        return (String(Substring(bytes[..<bytes.index(before: open)])), id)
    }

    /// Returns the shown name with its name part within the limits.
    static func bounded(_ shown: String) -> String {
        let (name, id) = parts(of: shown)
        guard let id, id.utf8.count <= Limits.idBytes else { return shown.cutToName() }
        return "\(name.cutToName()) (\(id))"
    }

    /// Whether a name could pass for the ID of somebody else, for the user, or for the program.
    static func isDoubtful(_ name: String, id: ContactID) -> Bool {
        // People of a server without such IDs have names that the server chose.
        guard id.rawValue.isMatrixID else { return false }
        if let at = name.utf8.firstIndex(of: UInt8(ascii: "@")), name.utf8[at...].contains(UInt8(ascii: ":")) {
            return true
        }
        let letters = NameLook.key(of: name).unicodeScalars.filter(\.properties.isAlphabetic)
        return claims.contains { claim, isPrefix in
            isPrefix ? letters.starts(with: claim) : letters.elementsEqual(claim)
        }
    }

    /// The looks of names that stand for the user or the program, and whether a longer name claims it, too.
    private static let claims = [
        ("you", false), ("me", false), ("your", true), ("viperchat", true), ("the server", false),
    ].map { name, isPrefix in
        (claim: NameLook.key(of: name).unicodeScalars.filter(\.properties.isAlphabetic), isPrefix: isPrefix)
    }
}

extension ShownName {
    /// Returns the ID in a typed name such as "Sam (@sam:test)", or the name itself.
    package static func typed(_ name: String) -> String { parts(of: name).id ?? name }
}

extension Contact {
    /// The name that stands for the contact alone: with the ID, except on a server whose IDs are not shown.
    public var fullName: String { ShownName.of(name, id: id, isShared: id.rawValue.isMatrixID) }

    /// The contact's name in a sentence or beside a message; see `ShownName`.
    public var shownName: String { ShownName.of(name, id: id) }

    /// The ID to show beside the name although no other chat has the name; nil if the name is beyond doubt.
    package var ownDistinction: String? { ShownName.isDoubtful(name, id: id) ? id.rawValue : nil }
}
