extension FileOutline {
    /// Reads a file's outline from its tokens. What does not parse is passed over; nothing fails.
    init(of source: [UInt8]) {
        var outliner = Outliner(source: source)
        outliner.run()
        self = outliner.outline
    }
}

private struct Outliner {
    /// Deeper nesting, longer chains and longer lists are no program's, and would only cost time.
    private static let limit = (nesting: 32, chain: 8, parameters: 512)

    /// A type or extension whose body has not begun.
    private struct Header {
        let owner: String
        let depth: Int
    }

    private let lexer: Lexer
    private let tokens: [Token]
    private var index = 0
    private var scopes = ScopeStack()
    private var header: Header?
    private var parameters: Set<String> = []
    private(set) var outline = FileOutline()

    init(source: [UInt8]) {
        lexer = Lexer(source)
        tokens = lexer.filter { $0.kind != .comment }
    }

    mutating func run() {
        while index < tokens.count {
            let token = tokens[index]
            switch token.kind {
            case .punctuation: readPunctuation()
            case .keyword: readKeyword(lexer.text(token))
            case .identifier: readIdentifier()
            case .number, .string, .regex, .comment: break
            }
            index += 1
        }
    }

    private mutating func readPunctuation() {
        switch lexer.source[tokens[index].range.lowerBound] {
        case UInt8(ascii: "{"): openBrace()
        case UInt8(ascii: "}"):
            scopes.closeBrace()
            (header, parameters) = (nil, [])
        case .open, UInt8(ascii: "["): scopes.openBracket()
        case .close, UInt8(ascii: "]"): scopes.closeBracket()
        case .hash: readCondition()
        default: break
        }
    }

    private mutating func openBrace() {
        if let opened = header, opened.depth == scopes.depth {
            scopes.openBrace(owner: opened.owner, isType: true)
            header = nil
        } else {
            let isBody = scopes.depth == 0
            scopes.openBrace(owner: scopes.top.owner, isType: false, hiding: isBody ? parameters : [])
            if isBody { parameters = [] }
        }
    }

    private mutating func readCondition() {
        guard index + 1 < tokens.count, tokens[index + 1].range.lowerBound == tokens[index].range.upperBound else {
            return
        }
        switch lexer.text(tokens[index + 1]) {
        case "if": scopes.beginAlternatives()
        case "elseif", "else": scopes.nextAlternative()
        case "endif": scopes.endAlternatives()
        default: break
        }
    }

    private mutating func readKeyword(_ word: String) {
        switch word {
        case "struct", "class", "enum": _ = declareType(.type)
        case "protocol": _ = declareType(.protocolType)
        case "extension": extend()
        case "typealias", "associatedtype":
            guard let name = name(at: index + 1) else { return }
            declare(name, .alias)
            index += 1
        case "func":
            parameters = []
            guard name(at: index + 1) != nil else { return }
            index += 1
            parameters = genericParameters(at: index + 1)
        case "init", "subscript":
            let next = symbol(at: index + 1)
            let isFailable = next == UInt8(ascii: "?") || next == UInt8(ascii: "!")
            parameters = genericParameters(at: index + (isFailable ? 2 : 1))
        case "var", "let", "import": if scopes.depth == 0 { parameters = [] }
        default: break
        }
    }

    private mutating func declareType(_ kind: FileOutline.Kind) -> Bool {
        guard let name = name(at: index + 1), let following = symbol(at: index + 2) ?? whereClause(at: index + 2),
            "{:<w".utf8.contains(following), scopes.top.nesting < Self.limit.nesting
        else { return false }
        let path = declare(name, kind)
        index += 1
        header = Header(owner: path, depth: scopes.depth)
        for parameter in genericParameters(at: index + 1) {
            outline.declarations.insert(.init(path: path + "." + parameter, kind: .alias))
        }
        return true
    }

    private mutating func extend() {
        guard name(at: index + 1) != nil else { return }
        index += 1
        header = Header(owner: chain(), depth: scopes.depth)
    }

    @discardableResult
    private mutating func declare(_ name: String, _ kind: FileOutline.Kind) -> String {
        outline.identifiers.insert(name)
        let path = scopes.top.owner.map { $0 + "." + name } ?? name
        outline.declarations.insert(.init(path: path, kind: kind))
        return path
    }

    private mutating func readIdentifier() {
        let text = lexer.text(tokens[index])
        guard !followsDot(index) else {
            outline.identifiers.insert(text)
            return
        }
        if text == "actor", declareType(.type) { return }
        let name = chain()
        guard let owner = header?.owner ?? scopes.top.owner else { return }
        let isHidden = parameters.contains(text) || scopes.top.hidden.contains(text)
        if !isHidden { outline.mentions.insert(.init(owner: owner, name: name)) }
    }

    /// Reads `A.B.C` from where we stand, and stands on its last name after.
    private mutating func chain() -> String {
        var path = lexer.text(tokens[index])
        outline.identifiers.insert(path)
        var length = 1
        while length < Self.limit.chain, symbol(at: index + 1) == UInt8(ascii: "."), let next = name(at: index + 2) {
            outline.identifiers.insert(next)
            path += "." + next
            index += 2
            length += 1
        }
        return path
    }

    /// `.name` belongs to what stands before the dot; `...name` is a range's end.
    private func followsDot(_ position: Int) -> Bool {
        symbol(at: position - 1) == UInt8(ascii: ".") && symbol(at: position - 2) != UInt8(ascii: ".")
    }

    private func name(at position: Int) -> String? {
        guard tokens.indices.contains(position), tokens[position].kind == .identifier else { return nil }
        return lexer.text(tokens[position])
    }

    private func symbol(at position: Int) -> UInt8? {
        guard tokens.indices.contains(position), tokens[position].kind == .punctuation else { return nil }
        return lexer.source[tokens[position].range.lowerBound]
    }

    private func whereClause(at position: Int) -> UInt8? {
        guard tokens.indices.contains(position), lexer.text(tokens[position]) == "where" else { return nil }
        return UInt8(ascii: "w")
    }

    /// The names declared between angle brackets.
    private func genericParameters(at start: Int) -> Set<String> {
        guard symbol(at: start) == UInt8(ascii: "<") else { return [] }
        var names: Set<String> = []
        var depth = 0
        for position in start..<min(tokens.count, start + Self.limit.parameters) {
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
            let isPrefixed = name(at: first) == "each" || tokens.indices.contains(first) && lexer.text(tokens[first]) == "let"
            if let parameter = name(at: isPrefixed ? first + 1 : first) { names.insert(parameter) }
        }
        return []
    }
}
