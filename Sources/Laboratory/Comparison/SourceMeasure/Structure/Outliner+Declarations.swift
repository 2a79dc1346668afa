/// What declarations do to the outline.
extension Outliner {
    /// Sees what the modifiers and attributes that begin here introduce, so that they are read as part of it.
    mutating func lookAhead() {
        guard incoming == nil, index >= nothingBefore, mayIntroduce, let (found, end) = code.introduction(at: index)
        else { return }
        guard let found, let piece = declare(found) else {
            nothingBefore = end + 1
            return
        }
        incoming = Incoming(piece: piece, introduction: found)
    }

    private var mayIntroduce: Bool {
        switch code.tokens[index].kind {
        case .identifier, .keyword: !code.followsDot(index)
        case .punctuation: code.symbol(at: index) == UInt8(ascii: "@")
        case .number, .string, .regex, .comment: false
        }
    }

    /// Declares what has a piece of its own, and returns that: types, extensions, and at the file's level functions,
    /// globals and aliases.
    private mutating func declare(_ found: CodeTokens.Introduction) -> Int? {
        let name = code.name(at: found.position + 1)
        let isPrivate = found.isPrivate || scopes.top.isPrivate
        switch found.keyword {
        case "struct", "class", "enum", "actor", "protocol":
            guard let name, code.continuesDeclaration(at: found.position + 2),
                scopes.top.nesting < Self.limit.nesting,
                outline.owners[owner(of: scopes.top.piece)].path.utf8.count < Self.limit.path
            else { return nil }
            let owner = declare(name, found.keyword == "protocol" ? .protocolType : .type, isPrivate: isPrivate)
            declarePlaceholders(of: owner, at: found.position + 2)
            return beginPiece(of: owner)
        case "extension":
            guard name != nil else { return nil }
            let owner = owner(at: chain(at: found.position + 1))
            outline.extended.insert(owner)
            return beginPiece(of: owner)
        case "func" where scopes.isFileLevel:
            let name = name ?? code.operatorName(at: found.position + 1)
            return beginPiece(of: declare(name + "()", .function, isPrivate: isPrivate))
        case "let" where scopes.isFileLevel, "var" where scopes.isFileLevel:
            guard
                found.position > index || code.startsStatement(index) || code.symbol(at: index - 1) == UInt8(ascii: "}")
            else { return nil }
            let owners = code.patternNames(after: found.position).map { declare($0, .variable, isPrivate: isPrivate) }
            return owners.first.map { beginPiece(of: $0) }
        case "typealias" where scopes.isFileLevel:
            guard let name else { return nil }
            let owner = declare(name, .alias, isPrivate: isPrivate)
            declarePlaceholders(of: owner, at: found.position + 2)
            return beginPiece(of: owner)
        default: return nil
        }
    }

    private mutating func declare(_ name: String, _ kind: FileOutline.Kind, isPrivate: Bool) -> Int {
        let outer = outline.owners[owner(of: scopes.top.piece)].path
        let owner = owner(at: outer.isEmpty ? name : outer + "." + name)
        outline.declarations.insert(.init(owner: owner, kind: kind, isPrivate: isPrivate))
        return owner
    }

    private mutating func declarePlaceholders(of owner: Int, at position: Int) {
        for parameter in code.genericParameters(at: position).sorted() {
            let placeholder = self.owner(at: outline.owners[owner].path + "." + parameter)
            outline.declarations.insert(.init(owner: placeholder, kind: .placeholder, isPrivate: false))
        }
    }

    /// The names with dots between that begin there.
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

    mutating func readKeyword(_ word: String) {
        switch word {
        case "typealias", "associatedtype": nameInside(word)
        case "func":
            parameters = []
            guard let name = code.name(at: index + 1) else { return }
            outline.identifiers.insert(name)
            bind(name)
            index += 1
            readParameters(at: index + 1)
        case "init", "subscript":
            let next = code.symbol(at: index + 1)
            let isFailable = next == UInt8(ascii: "?") || next == UInt8(ascii: "!")
            readParameters(at: index + (isFailable ? 2 : 1))
        case "var", "let":
            if scopes.depth == 0 { parameters = [] }
            bindPattern()
        case "for": for name in code.loopNames(after: index) { bind(name) }
        case "case" where scopes.top.body == .type: bindCases()
        case "import": readImport()
        default: break
        }
    }

    /// Stands on the keyword of what has a piece of its own.
    mutating func begin(_ declaration: Incoming) {
        let isPrivate = declaration.introduction.isPrivate
        func header(_ body: ScopeStack.Body) -> Header {
            Header(
                piece: declaration.piece,
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
            outline.identifiers.formUnion(chain().split(separator: ".").map(String.init))
        case "func":
            self.header = header(.code)
            parameters = []
            guard let name = code.name(at: index + 1) else { return }
            outline.identifiers.insert(name)
            index += 1
            readParameters(at: index + 1)
        case "let", "var", "typealias":
            self.header = nil
            statement = Statement(
                piece: declaration.piece,
                naming: nil,
                scope: scopes.current,
                depth: scopes.depth
            )
            if let name = code.name(at: index + 1) {
                outline.identifiers.insert(name)
                index += 1
            }
        default:
            self.header = header(.type)
            index += 1
            outline.identifiers.insert(code.text(at: index))
        }
    }

    private mutating func readParameters(at position: Int) {
        parameters = code.genericParameters(at: position)
        for name in code.parameterNames(after: position) { bind(name) }
    }

    /// An alias or an associated type inside of something.
    private mutating func nameInside(_ word: String) {
        guard let name = code.name(at: index + 1) else { return }
        outline.identifiers.insert(name)
        let isAlias = word == "typealias"
        let owner = declare(name, isAlias ? .alias : .placeholder, isPrivate: scopes.top.isPrivate)
        index += 1
        guard isAlias else { return }
        declarePlaceholders(of: owner, at: index + 1)
        statement = Statement(piece: piece, naming: owner, scope: scopes.current, depth: scopes.depth)
    }

    private mutating func bindPattern() {
        let names = code.patternNames(after: index)
        for name in names { bind(name) }
        guard scopes.top.body == .anExtension, names.count == 1, scopes.depth == 0 else { return }
        let property = declare(names[0], .property, isPrivate: scopes.top.isPrivate)
        outline.identifiers.insert(names[0])
        index += 1
        statement = Statement(piece: piece, naming: property, scope: scopes.current, depth: scopes.depth)
    }

    /// The names in `case a, b(Int)`.
    private mutating func bindCases() {
        var position = index
        while let name = code.name(at: position + 1), position < index + CodeTokens.longestList {
            bind(name)
            position += 2
            if code.symbol(at: position) == .open { position = code.endOfArguments(at: position) }
            guard code.symbol(at: position) == UInt8(ascii: ",") else { return }
        }
    }

    private mutating func readImport() {
        if scopes.depth == 0 { parameters = [] }
        let kinds = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
        if code.isKeyword(at: index + 1), kinds.contains(code.text(at: index + 1)) { index += 1 }
        guard let module = code.name(at: index + 1) else { return }
        let isExported = code.isWord("_exported", at: index - 1)
        index += 1
        _ = chain()
        outline.imports.insert(module)
        if isExported { outline.exports.insert(module) }
    }
}

extension CodeTokens {
    /// The operator there, up to the space or parenthesis behind it.
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
