/// The beginnings of types and extensions, and of top-level functions, globals and aliases.
extension Outliner {
    /// Reads the declaration that the modifiers and attributes here introduce, so that they count as part of it.
    mutating func lookAhead() {
        guard incoming == nil, index >= nothingBefore, mayIntroduce, let (found, end) = code.introduction(at: index)
        else { return }
        guard let found, let owner = declare(found) else {
            nothingBefore = end + 1
            return
        }
        incoming = Incoming(owner: owner, introduction: found)
    }

    private var mayIntroduce: Bool {
        switch code.tokens[index].kind {
        case .identifier, .keyword: !code.followsDot(index)
        case .punctuation: code.symbol(at: index) == UInt8(ascii: "@")
        case .number, .string, .regex, .comment: false
        }
    }

    /// Declares types, extensions, and top-level functions, globals and aliases, and returns the owner.
    private mutating func declare(_ found: CodeTokens.Introduction) -> Int? {
        let name = code.name(at: found.position + 1)
        let isPrivate = found.isPrivate || scopes.top.isPrivate
        switch found.keyword {
        case "struct", "class", "enum", "actor", "protocol":
            guard let name, code.continuesDeclaration(at: found.position + 2),
                scopes.top.nesting < Self.limit.nesting,
                outline.owners[scopes.top.owner].utf8.count < Self.limit.path
            else { return nil }
            let owner = declare(name, found.keyword == "protocol" ? .protocolType : .type, isPrivate: isPrivate)
            declarePlaceholders(of: owner, at: found.position + 2)
            return owner
        case "extension":
            guard name != nil else { return nil }
            let owner = owner(at: chain(at: found.position + 1))
            outline.extended.insert(owner)
            return owner
        case "func" where scopes.isFileLevel:
            let name = name ?? code.operatorName(at: found.position + 1)
            return declare(name + "()", .function, isPrivate: isPrivate)
        case "let" where scopes.isFileLevel, "var" where scopes.isFileLevel:
            guard
                found.position > index || code.startsStatement(index) || code.symbol(at: index - 1) == UInt8(ascii: "}")
            else { return nil }
            let owners = code.patternNames(after: found.position).map { declare($0, .variable, isPrivate: isPrivate) }
            return owners.first
        case "typealias" where scopes.isFileLevel:
            guard let name else { return nil }
            let owner = declare(name, .alias, isPrivate: isPrivate)
            declarePlaceholders(of: owner, at: found.position + 2)
            return owner
        default: return nil
        }
    }

    mutating func declare(_ name: String, _ kind: FileOutline.Kind, isPrivate: Bool) -> Int {
        let outer = outline.owners[scopes.top.owner]
        let owner = owner(at: outer.isEmpty ? name : outer + "." + name)
        outline.declarations.insert(.init(owner: owner, kind: kind, isPrivate: isPrivate))
        return owner
    }

    mutating func declarePlaceholders(of owner: Int, at position: Int) {
        for parameter in code.genericParameters(at: position).sorted() {
            let placeholder = self.owner(at: outline.owners[owner] + "." + parameter)
            outline.declarations.insert(.init(owner: placeholder, kind: .placeholder, isPrivate: false))
        }
    }

    /// Returns the dotted name that begins at a position.
    private func chain(at start: Int) -> String {
        var path = code.text(at: start)
        var position = start + 1
        while position < start + 2 * Self.limit.chain - 1, code.symbol(at: position) == UInt8(ascii: "."),
            let next = code.name(at: position + 1)
        {
            path += "." + next
            position += 2
        }
        return path
    }

    /// Begins the body or statement of a declaration at its keyword.
    mutating func begin(_ declaration: Incoming) {
        let isPrivate = declaration.introduction.isPrivate
        func header(_ body: ScopeStack.Body) -> Header {
            Header(
                owner: declaration.owner,
                body: body,
                isPrivate: isPrivate,
                scope: scopes.current,
                depth: scopes.depth
            )
        }
        statement = nil
        switch declaration.introduction.keyword {
        case "extension":
            self.header = header(.anExtension)
            index += 1
            _ = chain()
        case "func":
            self.header = header(.code)
            parameters = []
            guard code.name(at: index + 1) != nil else { return }
            index += 1
            readParameters(at: index + 1)
        case "let", "var", "typealias":
            self.header = nil
            statement = Statement(
                owner: declaration.owner,
                naming: nil,
                scope: scopes.current,
                depth: scopes.depth
            )
            if code.name(at: index + 1) != nil { index += 1 }
        default:
            self.header = header(.type)
            index += 1
        }
    }
}

extension CodeTokens {
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
