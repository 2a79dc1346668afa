/// The effect of each kind of token on the outline.
extension Outliner {
    mutating func readPunctuation() {
        switch code.symbol(at: index) {
        case UInt8(ascii: "{"): openBrace()
        case UInt8(ascii: "}"): closeBrace()
        case .open, UInt8(ascii: "["): scopes.openBracket()
        case .close, UInt8(ascii: "]"): scopes.closeBracket()
        case .hash: readDirective()
        default: break
        }
    }

    private mutating func openBrace() {
        if let opened = header, opened.depth == scopes.depth, opened.scope == scopes.current {
            scopes.openBrace(
                owner: opened.owner,
                body: opened.body,
                isPrivate: opened.isPrivate,
                hiding: opened.body == .code ? parameters : []
            )
            header = nil
            if opened.body == .code { parameters = [] }
        } else {
            let isBody = scopes.depth == 0
            scopes.openBrace(owner: owner, body: .code, hiding: isBody ? parameters : [])
            if isBody { parameters = [] }
        }
        for name in code.closureNames(after: index) { bind(name) }
    }

    private mutating func closeBrace() {
        let closed = scopes.closeBrace()
        if header?.scope == closed { header = nil }
        if statement?.scope == closed, !scopes.closedTooOften { statement = nil }
        if scopes.depth == 0 { parameters = [] }
    }

    private mutating func readDirective() {
        switch code.directive(at: index) {
        case "if":
            scopes.beginAlternatives()
            skipCondition()
        case "elseif":
            scopes.nextAlternative()
            skipCondition()
        case "else": scopes.nextAlternative()
        case "endif": scopes.endAlternatives()
        default: break
        }
    }

    /// Skips the condition of `#if` to the end of its line: it names platforms and flags, not declarations.
    private mutating func skipCondition() {
        index += 1
        while index + 1 < code.tokens.count, !code.beginsLine(index + 1) { index += 1 }
    }

    mutating func readIdentifier() {
        guard !code.followsDot(index) else { return }
        let isLabel = code.isLabel(index)
        mention(chain(), mayBeValue: !isLabel)
    }

    /// Reads `A.B.C` from the current position and stops at its last name.
    mutating func chain() -> String {
        var path = code.text(at: index)
        var length = 1
        while length < Self.limit.chain, code.symbol(at: index + 1) == UInt8(ascii: "."),
            let next = code.name(at: index + 2)
        {
            path += "." + next
            index += 2
            length += 1
        }
        return path
    }

    private mutating func mention(_ name: String, mayBeValue: Bool) {
        if !parameters.isEmpty || !scopes.top.hidden.isEmpty {
            let first = String(name.dottedNames.first ?? "")
            guard !parameters.contains(first), !scopes.top.hidden.contains(first) else { return }
        }
        outline.mentions.insert(.init(owner: owner, name: name, mayBeValue: mayBeValue))
        if let statement, let naming = statement.naming, statement.scope == scopes.current {
            outline.mentions.insert(.init(owner: naming, name: name, mayBeValue: false))
        }
    }

    mutating func bind(_ name: String) {
        outline.bindings.insert(.init(owner: owner, name: name))
    }
}
