extension FileOutline {
    /// Reads a file's outline from its tokens. What does not parse is passed over; nothing fails.
    init(of source: [UInt8]) {
        var outliner = Outliner(source: source)
        outliner.run()
        self = outliner.outline
    }
}

private struct Outliner {
    /// Deeper nesting and longer chains are no program's, and would only cost time.
    private static let limit = (nesting: 32, chain: 8)

    /// A type or extension whose body has not begun.
    private struct Header {
        let owner: String
        let depth: Int
    }

    private let code: CodeTokens
    private var index = 0
    private var scopes = ScopeStack()
    private var header: Header?
    private var parameters: Set<String> = []
    private(set) var outline = FileOutline()

    init(source: [UInt8]) {
        code = CodeTokens(of: source)
    }

    mutating func run() {
        while index < code.tokens.count {
            switch code.tokens[index].kind {
            case .punctuation: readPunctuation()
            case .keyword: readKeyword(code.text(at: index))
            case .identifier: readIdentifier()
            case .number, .string, .regex, .comment: break
            }
            index += 1
        }
    }

    private mutating func readPunctuation() {
        switch code.symbol(at: index) {
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
        switch code.directive(at: index) {
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
            guard let name = code.name(at: index + 1) else { return }
            declare(name, .alias)
            index += 1
        case "func":
            parameters = []
            guard code.name(at: index + 1) != nil else { return }
            index += 1
            parameters = code.genericParameters(at: index + 1)
        case "init", "subscript":
            let next = code.symbol(at: index + 1)
            let isFailable = next == UInt8(ascii: "?") || next == UInt8(ascii: "!")
            parameters = code.genericParameters(at: index + (isFailable ? 2 : 1))
        case "var", "let", "import": if scopes.depth == 0 { parameters = [] }
        default: break
        }
    }

    private mutating func declareType(_ kind: FileOutline.Kind) -> Bool {
        guard let name = code.name(at: index + 1), code.continuesDeclaration(at: index + 2),
            scopes.top.nesting < Self.limit.nesting
        else { return false }
        let path = declare(name, kind)
        index += 1
        header = Header(owner: path, depth: scopes.depth)
        for parameter in code.genericParameters(at: index + 1) {
            outline.declarations.insert(.init(path: path + "." + parameter, kind: .alias))
        }
        return true
    }

    private mutating func extend() {
        guard code.name(at: index + 1) != nil else { return }
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
        let text = code.text(at: index)
        guard !code.followsDot(index) else {
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
        var path = code.text(at: index)
        outline.identifiers.insert(path)
        var length = 1
        while length < Self.limit.chain, code.symbol(at: index + 1) == UInt8(ascii: "."),
            let next = code.name(at: index + 2)
        {
            outline.identifiers.insert(next)
            path += "." + next
            index += 2
            length += 1
        }
        return path
    }
}
