/// The pass over the tokens of a file that splits it into pieces.
///
/// It skips code that it cannot parse. Attributes of a declaration belong to what surrounds it.
struct Outliner {
    /// An open brace.
    private struct Scope {
        /// The piece that code in this scope belongs to; nil for code outside declarations.
        let piece: Int?
        /// The path that declarations in this scope begin with.
        let path: String
        /// The generic parameters and associated types that hide declarations of their names.
        var hidden: Set<String>
        /// The number of parentheses and brackets open before the brace.
        let depthOutside: Int
        /// Whether the scope is an enum's body, where `case` declares.
        let isEnum: Bool
    }

    /// The limits for nesting and chains: no real program exceeds them, and they bound the cost.
    private static let limit = (nesting: 32, chain: 8)

    private(set) var pieces: [Piece] = []
    private let code: CodeTokens
    private let file: Int
    private var index = 0
    private var scopes: [Scope] = []
    /// The number of parentheses and brackets open since the last brace.
    private var depth = 0
    /// The parentheses, brackets and braces that are open.
    private var brackets: [UInt8] = []
    /// Whether the statement declares an enum's cases.
    private var declaresCases = false
    /// The type, extension or free function whose body has not begun, and the scopes and depth outside it.
    private var header: (piece: Int, scopes: Int, depth: Int, isEnum: Bool)?
    /// The global whose code this is, outside types and functions.
    private var global: Int?
    /// The alias whose statement has not ended.
    private var alias: Int?
    /// The generic parameters of the declaration whose body has not begun.
    private var parameters: Set<String> = []

    /// Reads a file. Cost: linear in its length.
    init(reading source: [UInt8], file: Int) {
        code = CodeTokens(of: source)
        self.file = file
        while index < code.tokens.count {
            if depth == 0, code.beginsLine(index), !isContinued {
                (alias, declaresCases) = (nil, false)
                if scopes.isEmpty { global = nil }
            }
            switch code.tokens[index].kind {
            case .punctuation: readPunctuation()
            case .keyword: readKeyword(code.text(at: index))
            case .identifier: readIdentifier()
            case .string where code.opensInterpolation(at: index): open(.open)
            case .number, .string, .comment: break
            }
            index += 1
        }
    }

    /// Whether the statement goes on from the line before, by an operator at either side of the line break.
    private var isContinued: Bool {
        [index - 1, index].contains { code.symbol(at: $0).map("&=,<>.-+?:|".utf8.contains) ?? false }
    }

    private var owner: Int? { header?.piece ?? (scopes.isEmpty ? global : scopes.last?.piece) }

    private mutating func readPunctuation() {
        switch code.symbol(at: index) {
        case UInt8(ascii: "{"): openBrace()
        case UInt8(ascii: "}"):
            while let open = brackets.popLast(), open != UInt8(ascii: "{") {}
            guard let closed = scopes.popLast() else { return }
            (depth, alias, parameters) = (closed.depthOutside, nil, [])
            if let opened = header, opened.scopes > scopes.count { header = nil }
        case .open: open(.open)
        case UInt8(ascii: "["): open(UInt8(ascii: "["))
        case .close: close(.open)
        case UInt8(ascii: "]"): close(UInt8(ascii: "["))
        case UInt8(ascii: "@") where scopes.isEmpty && depth == 0: global = nil
        case .hash where code.isWord("if", at: index + 1) || code.isWord("elseif", at: index + 1):
            // The condition names platforms and flags, not declarations.
            while index + 1 < code.tokens.count, !code.beginsLine(index + 1) { index += 1 }
        default: break
        }
    }

    private mutating func open(_ bracket: UInt8) {
        depth += 1
        brackets.append(bracket)
    }

    private mutating func close(_ bracket: UInt8) {
        depth = max(0, depth - 1)
        if brackets.last == bracket { brackets.removeLast() }
    }

    private mutating func openBrace() {
        brackets.append(UInt8(ascii: "{"))
        let outer = scopes.last?.hidden ?? []
        let hidden = depth > 0 || parameters.isEmpty ? outer : outer.union(parameters)
        if depth == 0 { parameters = [] }
        var (piece, path, isEnum) = (owner, scopes.last?.path ?? "", false)
        if let opened = header, opened.depth == depth, opened.scopes == scopes.count {
            (piece, path, isEnum, header) = (opened.piece, pieces[opened.piece].path, opened.isEnum, nil)
        }
        scopes.append(Scope(piece: piece, path: path, hidden: hidden, depthOutside: depth, isEnum: isEnum))
        depth = 0
    }

    private mutating func readKeyword(_ word: String) {
        let name = code.name(at: index + 1)
        let isOutside = scopes.isEmpty && header == nil
        if depth == 0 { declaresCases = false }
        switch word {
        case "struct", "class", "enum", "protocol": declareType(word)
        case "extension":
            guard name != nil else { return }
            index += 1
            begin(add(chain().joined(separator: "."), .extension))
        case "func":
            if isOutside { begin(add((name ?? code.operatorName(at: index + 1)) + "()", .function)) }
            if let name { bind(name) }
            if name != nil { index += 1 }
            readParameters(at: index + 1)
        case "init", "subscript":
            let isFailable = code.symbol(at: index + 1).map("?!".utf8.contains) ?? false
            readParameters(at: index + (isFailable ? 2 : 1))
        case "let", "var":
            let names = code.patternNames(after: index)
            if isOutside, depth == 0 {
                global = nil
                for name in names { global = add(name, .global) }
                if name != nil { index += 1 }
            } else {
                if depth == 0 { parameters = [] }
                for name in names { bind(name) }
                // The name declares; without a type or value after it, as in `if let a`, it stands for itself.
                if name != nil, code.symbol(at: index + 2).map(":=".utf8.contains) == true { index += 1 }
            }
        case "typealias":
            guard let name else { return }
            let path = (scopes.last.map { $0.path + "." } ?? "") + name
            if isOutside { global = nil }
            alias = add(path, .alias)
            index += 1
            parameters = code.genericParameters(at: index + 1)
        case "associatedtype":
            if let name, !scopes.isEmpty { scopes[scopes.count - 1].hidden.insert(name) }
        case "case":
            declaresCases = depth == 0 && scopes.last?.isEnum == true
            if let name { bind(name) }
        case "import":
            if isOutside { global = nil }
            while index + 1 < code.tokens.count, !code.beginsLine(index + 1) { index += 1 }
        default: break
        }
    }

    private mutating func declareType(_ word: String) {
        guard let name = code.name(at: index + 1), code.continuesDeclaration(at: index + 2),
            scopes.count < Self.limit.nesting
        else { return }
        let isPrivate = (max(0, index - 2)..<index).contains { ["private", "fileprivate"].contains(code.text(at: $0)) }
        let path = (scopes.last.map(\.path) ?? "").isEmpty ? name : scopes[scopes.count - 1].path + "." + name
        begin(add(path, word == "protocol" ? .protocol : .type, isPrivate: isPrivate), isEnum: word == "enum")
        index += 1
        parameters = code.genericParameters(at: index + 1)
    }

    private mutating func add(_ path: String, _ kind: ReferenceGraph.Kind, isPrivate: Bool = false) -> Int {
        pieces.append(Piece(path: path, kind: kind, file: file, isPrivate: isPrivate))
        return pieces.count - 1
    }

    private mutating func begin(_ piece: Int, isEnum: Bool = false) {
        (header, global, alias, parameters) = ((piece, scopes.count, depth, isEnum), nil, nil, [])
    }

    private mutating func readParameters(at position: Int) {
        parameters = code.genericParameters(at: position)
        for name in code.parameterNames(after: position) { bind(name) }
    }

    private mutating func bind(_ name: String) {
        if let owner { pieces[owner].bound.insert(name) }
    }

    private mutating func readIdentifier() {
        guard !code.followsDot(index) else { return }
        if code.text(at: index) == "actor", let name = code.name(at: index + 1), name != "actor" {
            return declareType("actor")
        }
        let isListed = code.isWord("case", at: index - 1) || code.symbol(at: index - 1) == UInt8(ascii: ",")
        if declaresCases, depth == 0, isListed { return bind(code.text(at: index)) }
        let isLabel = code.isLabel(index)
        // In brackets it may be a dictionary's key.
        if brackets.last == .open, isLabel || code.isInternalName(index) { return }
        let names = chain()
        if code.isWord("in", at: index + 1) { bind(names[0]) }
        guard !parameters.contains(names[0]), scopes.last?.hidden.contains(names[0]) != true else { return }
        for piece in [owner, alias].compactMap(\.self) {
            pieces[piece].mentions.insert(.init(names: names, mayBeValue: !isLabel && piece != alias))
        }
    }

    /// Reads `A.B.C` from the current position and stops at its last name.
    private mutating func chain() -> [String] {
        var names = [code.text(at: index)]
        while code.symbol(at: index + 1) == UInt8(ascii: "."), let next = code.name(at: index + 2) {
            if names.count < Self.limit.chain { names.append(next) }
            index += 2
        }
        return names
    }
}
