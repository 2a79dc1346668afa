/// The beginnings of statements, and the declarations that modifiers and attributes introduce.
extension CodeTokens {
    /// The keyword of a declaration, with its position and access.
    package struct Introduction {
        package let keyword: String
        package let position: Int
        let isPrivate: Bool
    }

    private static let modifiers: Set<String> = [
        "borrowing", "class", "consuming", "convenience", "distributed", "dynamic", "fileprivate", "final", "indirect",
        "infix", "internal", "isolated", "lazy", "mutating", "nonisolated", "nonmutating", "open", "optional",
        "override", "package", "postfix", "prefix", "private", "public", "required", "static", "unowned", "weak",
    ]

    private static let declarations: Set<String> = [
        "actor", "associatedtype", "class", "enum", "extension", "func", "init", "let", "protocol", "struct",
        "subscript", "typealias", "var",
    ]

    /// Returns the declaration that the modifiers and attributes at `start` introduce, and the end of what was read.
    ///
    /// Returns nil if there is no modifier, attribute or declaration keyword at `start`.
    package func introduction(at start: Int) -> (found: Introduction?, end: Int)? {
        var position = start
        var isPrivate = false
        while position < min(tokens.count, start + Self.longestList) {
            if symbol(at: position) == UInt8(ascii: "@"), name(at: position + 1) != nil {
                position = endOfArguments(at: endOfChain(at: position + 1))
                continue
            }
            guard tokens[position].kind == .identifier || tokens[position].kind == .keyword else { break }
            let word = text(at: position)
            if Self.declarations.contains(word), word != "class" || name(at: position + 1) != nil {
                if word == "class", Self.modifiers.contains(text(at: position + 1)) {
                    position += 1
                    continue
                }
                return (Introduction(keyword: word, position: position, isPrivate: isPrivate), position)
            }
            guard Self.modifiers.contains(word) else { break }
            let hasArguments = symbol(at: position + 1) == .open
            isPrivate = isPrivate || (!hasArguments && (word == "private" || word == "fileprivate"))
            position = endOfArguments(at: position + 1)
        }
        return position == start ? nil : (nil, position)
    }

    /// Returns the position after a dotted name.
    private func endOfChain(at start: Int) -> Int {
        var position = start + 1
        while symbol(at: position) == UInt8(ascii: "."), name(at: position + 1) != nil { position += 2 }
        return position
    }

    /// Returns the position after an argument list that opens at `start` on the same line, or `start` if there is
    /// none.
    func endOfArguments(at start: Int) -> Int {
        guard symbol(at: start) == .open, !beginsLine(start) else { return start }
        var depth = 0
        for position in start..<min(tokens.count, start + 4 * Self.longestList) {
            switch symbol(at: position) {
            case .open: depth += 1
            case .close:
                depth -= 1
                if depth == 0 { return position + 1 }
            default: break
            }
        }
        return start
    }

    /// Whether a statement begins at a position: on a new line, or after a semicolon or a brace.
    ///
    /// A line continues the statement before it if either side of the line break is an operator, a comma or a dot.
    package func startsStatement(_ position: Int) -> Bool {
        guard position > 0 else { return true }
        if let before = symbol(at: position - 1), ";{".utf8.contains(before) { return true }
        guard beginsLine(position) else { return false }
        return !demandsMore(position - 1) && !continuesLine(position)
    }

    private func demandsMore(_ position: Int) -> Bool {
        guard let symbol = symbol(at: position) else {
            return isKeyword(at: position)
                && ["as", "await", "in", "inout", "is", "let", "throws", "try", "var", "where"].contains(
                    text(at: position)
                )
        }
        if symbol == UInt8(ascii: ">") { return self.symbol(at: position - 1) == UInt8(ascii: "-") }
        return "=,.&|+-*/%^~<:([@".utf8.contains(symbol)
    }

    private func continuesLine(_ position: Int) -> Bool {
        guard let symbol = symbol(at: position) else {
            return isKeyword(at: position) && ["as", "is", "throws", "where"].contains(text(at: position))
        }
        return "=,.&|+-*/%^<>:?{".utf8.contains(symbol)
    }
}
