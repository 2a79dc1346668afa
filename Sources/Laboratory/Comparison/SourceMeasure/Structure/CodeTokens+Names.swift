/// The names that declarations and patterns introduce.
extension CodeTokens {
    /// Returns the names declared between angle brackets.
    func genericParameters(at start: Int) -> Set<String> {
        guard symbol(at: start) == UInt8(ascii: "<") else { return [] }
        var names: Set<String> = []
        var depth = 0
        for position in start..<min(tokens.count, start + Self.longestList) {
            switch symbol(at: position) {
            case UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">") where symbol(at: position - 1) != UInt8(ascii: "-"):
                depth -= 1
                if depth == 0 { return names }
            case UInt8(ascii: "{"), UInt8(ascii: "}"): return []
            default: break
            }
            guard depth == 1, symbol(at: position).map("<,".utf8.contains) == true else { continue }
            let first = position + 1
            let isPrefixed = isWord("each", at: first) || isWord("let", at: first)
            if let parameter = name(at: isPrefixed ? first + 1 : first) { names.insert(parameter) }
        }
        return []
    }

    /// Returns the internal names of a function's parameters.
    ///
    /// The parameter list begins after the function's name and generic parameters.
    func parameterNames(after start: Int) -> [String] {
        let near = start..<min(tokens.count, start + Self.longestList)
        guard let open = near.first(where: { symbol(at: $0) == .open }) else { return [] }
        return list(at: open).compactMap { $1 == 1 && symbol(at: $0) == UInt8(ascii: ":") ? name(at: $0 - 1) : nil }
    }

    /// Returns the names that `let` or `var` at a position introduces: a single name, or the names of a tuple
    /// pattern.
    func patternNames(after start: Int) -> [String] {
        if let name = name(at: start + 1) { return [name] }
        let first = symbol(at: start + 1) == UInt8(ascii: ".") ? start + 3 : start + 1
        return list(at: first).compactMap { position, _ in
            followsDot(position) || symbol(at: position + 1) == UInt8(ascii: ":") ? nil : name(at: position)
        }
    }

    /// Returns the positions in the list that opens at `start`, each with the number of lists around it.
    private func list(at start: Int) -> [(position: Int, depth: Int)] {
        guard symbol(at: start) == .open else { return [] }
        var (found, depth): ([(Int, Int)], Int) = ([], 0)
        for position in start..<min(tokens.count, start + 4 * Self.longestList) {
            switch symbol(at: position) {
            case .open, UInt8(ascii: "["): depth += 1
            case .close, UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "{"), UInt8(ascii: "}"): return found
            default: break
            }
            if depth == 0 { break }
            found.append((position, depth))
        }
        return found
    }

    /// Whether the name at a position labels an argument or a parameter, judging by its neighbours.
    func isLabel(_ position: Int) -> Bool {
        guard let before = symbol(at: position - 1), "(,[".utf8.contains(before) else { return false }
        return symbol(at: position + 1) == UInt8(ascii: ":")
            || (name(at: position + 1) != nil && !beginsLine(position + 1))
    }

    /// Whether the name at a position, in parentheses, is what a parameter is called inside its function: `b` in `(a b: C)`.
    func isInternalName(_ position: Int) -> Bool {
        symbol(at: position + 1) == UInt8(ascii: ":") && name(at: position - 1) != nil
            && symbol(at: position - 2).map("(,".utf8.contains) == true
    }

    /// Returns the operator at a position, up to the space or parenthesis after it.
    func operatorName(at start: Int) -> String {
        var (name, position) = ("", start)
        while let symbol = symbol(at: position), symbol != .open, position < start + 8,
            position == start || tokens[position].range.lowerBound == tokens[position - 1].range.upperBound
        {
            name += text(at: position)
            position += 1
        }
        return name
    }
}
