/// A pressed key, equal on all terminals.
struct Key: Hashable, Sendable {
    enum Code: Hashable, Sendable {
        /// The scalar that the key types, never a control character.
        case text(Unicode.Scalar)
        case enter, tab, backspace, delete, insert, escape
        case up, down, left, right, home, end, pageUp, pageDown
        /// 1 for F1.
        case function(Int)
    }

    struct Modifiers: OptionSet, Hashable, Sendable {
        let rawValue: Int

        static let shift = Modifiers(rawValue: 1)
        static let alt = Modifiers(rawValue: 2)
        static let control = Modifiers(rawValue: 4)
    }

    let code: Code
    let modifiers: Modifiers

    /// Unifies keys that most terminals cannot tell apart: Shift is part of the typed scalar, Ctrl ignores case, and Ctrl-i,
    /// Ctrl-m and Ctrl-[ are Tab, Enter and Esc.
    init(_ code: Code, _ modifiers: Modifiers = []) {
        guard case .text(let scalar) = code else {
            (self.code, self.modifiers) = (code, modifiers)
            return
        }
        let written = modifiers.contains(.shift) ? scalar.shifted : scalar
        let rest = modifiers.subtracting(.shift)
        guard modifiers.contains(.control) else {
            (self.code, self.modifiers) = (.text(written), rest)
            return
        }
        switch written.lowercased {
        case "i": (self.code, self.modifiers) = (.tab, modifiers.subtracting(.control))
        case "m": (self.code, self.modifiers) = (.enter, modifiers.subtracting(.control))
        case "[": (self.code, self.modifiers) = (.escape, modifiers.subtracting(.control))
        case "@": (self.code, self.modifiers) = (.text(" "), rest)
        case "/": (self.code, self.modifiers) = (.text("_"), rest)
        case let lowercased: (self.code, self.modifiers) = (.text(lowercased), rest)
        }
    }

    static func text(_ scalar: Unicode.Scalar) -> Key { Key(.text(scalar)) }
    static func control(_ scalar: Unicode.Scalar) -> Key { Key(.text(scalar), .control) }
    static func alt(_ scalar: Unicode.Scalar) -> Key { Key(.text(scalar), .alt) }
}

extension Unicode.Scalar {
    /// The scalar typed with Shift, where almost all keyboards agree.
    fileprivate var shifted: Unicode.Scalar {
        if self == "-" { return "_" }
        let upper = properties.uppercaseMapping.unicodeScalars
        return upper.count == 1 ? upper[upper.startIndex] : self
    }

    fileprivate var lowercased: Unicode.Scalar {
        let lower = properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower[lower.startIndex] : self
    }
}

extension Key {
    /// The key's name in help: `Ctrl-k`, `Alt-Enter`, `PageUp`.
    var label: String {
        var words: [String] = []
        if modifiers.contains(.control) { words.append("Ctrl") }
        if modifiers.contains(.alt) { words.append("Alt") }
        if modifiers.contains(.shift) { words.append("Shift") }
        return (words + [code.label]).joined(separator: "-")
    }
}

extension Key {
    /// Creates a key from its name in help; nil for any other text. Ignores case in names longer than a character.
    init?(label: String) {
        var (rest, modifiers) = (label[...], Modifiers())
        let prefixes: [(String, Modifiers)] = [("ctrl-", .control), ("alt-", .alt), ("shift-", .shift)]
        while let (word, modifier) = prefixes.first(where: {
            rest.lowercased().hasPrefix($0.0) && rest.count > $0.0.count
        }) {
            modifiers.insert(modifier)
            rest = rest.dropFirst(word.count)
        }
        if rest.unicodeScalars.count == 1, let scalar = rest.unicodeScalars.first, (0x21...0x7E).contains(scalar.value)
        {
            self.init(.text(scalar), modifiers)
        } else if let code = Code.named.first(where: { $0.label.lowercased() == rest.lowercased() }) {
            self.init(code, modifiers)
        } else {
            return nil
        }
    }

    /// Returns the key with a name such as `Alt-m`, or two in a row, such as `gt` or `Ctrl-x m`; none for any other text.
    static func sequence(label: String) -> [Key] {
        if let key = Key(label: label) { return [key] }
        let words = label.split(separator: " ").map { String($0) }
        let labels = words.count == 1 ? label.map { String($0) } : words
        let keys = labels.compactMap { Key(label: $0) }
        return labels.count == 2 && keys.count == 2 ? keys : []
    }

    /// Whether it types a character where keys type.
    var isTyped: Bool { if case .text = code { modifiers.isEmpty } else { false } }

    /// Whether the user may bind it: keys that lead out keep their meaning.
    var canBeBound: Bool {
        ![Key(.enter), Key(.escape), Key(.backspace), .control("c"), .control("z")].contains(self)
    }
}

extension Key.Code {
    /// All codes with a name of their own.
    fileprivate static let named: [Self] =
        [
            .text(" "), .enter, .tab, .backspace, .delete, .insert, .escape, .up, .down, .left, .right, .home, .end,
            .pageUp,
            .pageDown,
        ] + (1...24).map { .function($0) }

    fileprivate var label: String {
        switch self {
        case .text(" "): "Space"
        case .text(let scalar): String(scalar)
        case .enter: "Enter"
        case .tab: "Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .insert: "Insert"
        case .escape: "Esc"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .function(let number): "F\(number)"
        }
    }
}
