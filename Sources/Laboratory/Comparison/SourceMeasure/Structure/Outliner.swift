extension FileOutline {
    /// Reads the outline of a file from its tokens, and skips code that it cannot parse.
    init(of source: [UInt8]) {
        var outliner = Outliner(source: source)
        outliner.run()
        self = outliner.finish()
    }
}

/// The pass over the tokens of a file.
struct Outliner {
    /// The limits for nesting, paths and chains: no real program exceeds them, and they bound the cost.
    static let limit = (nesting: 32, path: 512, chain: 8)

    /// A type, extension or function whose body has not begun.
    struct Header {
        let owner: Int
        let body: ScopeStack.Body
        let isPrivate: Bool
        let scope: Int
        let depth: Int
    }

    /// A declaration that ends with its statement: an alias or a global.
    struct Statement {
        let owner: Int
        /// The alias inside a type that these mentions also belong to.
        let naming: Int?
        let scope: Int
        let depth: Int
    }

    /// A declaration whose modifiers and attributes are being read, up to its keyword.
    struct Incoming {
        let owner: Int
        let introduction: CodeTokens.Introduction
    }

    let code: CodeTokens
    var index = 0
    var scopes = ScopeStack()
    var header: Header?
    var statement: Statement?
    var incoming: Incoming?
    var parameters: Set<String> = []
    var outline = FileOutline()
    /// The position up to which no declaration is introduced.
    var nothingBefore = 0
    private var owners = ["": 0]

    init(source: [UInt8]) {
        code = CodeTokens(of: source)
    }

    mutating func run() {
        while index < code.tokens.count {
            if let current = statement, current.scope == scopes.current, current.depth == scopes.depth,
                code.startsStatement(index)
            {
                statement = nil
            }
            lookAhead()
            if let current = incoming, current.introduction.position == index {
                incoming = nil
                begin(current)
            } else {
                readToken()
            }
            index += 1
        }
    }

    private mutating func readToken() {
        switch code.tokens[index].kind {
        case .punctuation: readPunctuation()
        case .keyword: readKeyword(code.text(at: index))
        case .identifier: readIdentifier()
        case .number, .string, .regex, .comment: break
        }
    }

    consuming func finish() -> FileOutline {
        outline.isBalanced = scopes.isFileLevel && !scopes.closedTooOften
        return outline
    }

    /// The owner of the code at the current position.
    var owner: Int {
        if let incoming { return incoming.owner }
        if let header { return header.owner }
        if let statement, statement.scope == scopes.current { return statement.owner }
        return scopes.top.owner
    }

    /// Returns the number of the owner with a path, and adds the owner if it is new.
    mutating func owner(at path: String) -> Int {
        if let known = owners[path] { return known }
        outline.owners.append(path)
        owners[path] = outline.owners.count - 1
        return outline.owners.count - 1
    }
}
