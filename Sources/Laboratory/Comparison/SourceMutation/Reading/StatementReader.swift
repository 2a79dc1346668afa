import SourceMeasure

/// Finds the statements of all blocks of code in a file, including closures, block by block and without recursion.
struct StatementReader {
    private static let types: Set<String> = ["actor", "class", "enum", "extension", "protocol", "struct"]
    /// The keywords whose blocks are not closures.
    private static let control: Set<String> = ["defer", "do", "for", "guard", "if", "repeat", "switch", "while"]
    /// The functions whose closures return their only expression.
    private static let mappings: Set<String> = [
        "allSatisfy", "compactMap", "contains", "count", "filter", "first", "firstIndex", "flatMap", "last",
        "lastIndex",
        "map", "mapValues", "max", "min", "removeAll", "sorted",
    ]
    private static let accessors: Set<String> = ["get", "set", "willSet", "didSet", "_read", "_modify"]
    /// The keywords that continue a statement, even on a new line.
    private static let continuations: Set<String> = ["catch", "else"]

    private let source: SwiftSource
    private var waiting: [Block]
    private(set) var statements: [Statement] = []

    init(_ source: SwiftSource) {
        self.source = source
        waiting = [Block(kind: .members, tokens: 0..<source.count)]
        while let block = waiting.popLast() { read(block) }
        statements.sort { ($0.tokens.lowerBound, $1.tokens.upperBound) < ($1.tokens.lowerBound, $0.tokens.upperBound) }
    }

    private mutating func read(_ block: Block) {
        var block = block
        var position = block.tokens.lowerBound
        if block.kind == .code, let end = closureHead(of: block) { position = end + 1 }
        if block.kind == .accessors, !isAccessor(position) {
            block = Block(kind: .code, tokens: block.tokens, givesValue: true)
        }
        var found: [Range<Int>] = []
        var (start, isLabel, mustStart) = (position, false, true)
        func finish(_ end: Int) {
            if start < end { found.append(start..<end) }
        }
        while position < block.tokens.upperBound {
            if mustStart || startsStatement(position) {
                if !mustStart { finish(position) }
                (start, mustStart) = (position, false)
                isLabel = block.kind == .code && ["case", "default"].contains { source.code.isWord($0, at: position) }
            }
            switch source.code.symbol(at: position) {
            case UInt8(ascii: ":") where isLabel: (isLabel, mustStart) = (false, true)
            case UInt8(ascii: ";"):
                finish(position)
                mustStart = true
            default: break
            }
            guard let end = source.end(of: position) else {
                position += 1
                continue
            }
            if source.code.symbol(at: position) == UInt8(ascii: "{") {
                waiting.append(opened(at: position, end: end, in: block, statement: start))
            } else {
                readClosures(in: (position + 1)..<end, of: block)
            }
            position = end + 1
        }
        if !mustStart { finish(position) }
        guard block.kind == .code else { return }
        statements += found.map { Statement(tokens: $0, block: block, isAlone: found.count == 1) }
    }

    /// Adds the blocks inside parentheses to the queue; they are closures.
    private mutating func readClosures(in tokens: Range<Int>, of block: Block) {
        var position = tokens.lowerBound
        while position < tokens.upperBound {
            if source.code.symbol(at: position) == UInt8(ascii: "{"), let end = source.end(of: position) {
                waiting.append(closure(at: position, end: end, in: block))
                position = end
            }
            position += 1
        }
    }

    private func closure(at position: Int, end: Int, in block: Block, isClosure: Bool = true) -> Block {
        let isInInitializer = block.isInInitializer
        return Block(
            kind: .code,
            tokens: (position + 1)..<end,
            givesValue: isMapping(position),
            isClosure: isClosure,
            isInInitializer: isInInitializer
        )
    }

    /// Whether the brace at a position opens a closure for one of `mappings`, after its name or in its parentheses.
    private func isMapping(_ position: Int) -> Bool {
        let isLabelled = source.code.isWord("where", at: position - 2)
        let name = source.code.name(at: isLabelled ? position - 4 : position - 1)
        return name.map(Self.mappings.contains) ?? false
    }

    private func startsStatement(_ position: Int) -> Bool {
        guard source.code.startsStatement(position) else { return false }
        return !(source.code.isKeyword(at: position) && Self.continuations.contains(source.code.text(at: position)))
    }

    /// Returns the block that the brace at a position opens, based on the statement or declaration it belongs to.
    private func opened(at position: Int, end: Int, in block: Block, statement start: Int) -> Block {
        let tokens = (position + 1)..<end
        let head = start..<position
        if block.kind == .accessors {
            return Block(kind: .code, tokens: tokens, givesValue: source.code.isWord("get", at: start))
        }
        guard let introduced = source.code.introduction(at: start)?.found, introduced.position < position else {
            if block.kind == .members { return Block(kind: .code, tokens: tokens) }
            let isControl = Self.control.contains { source.code.isWord($0, at: start) }
            return closure(at: position, end: end, in: block, isClosure: !isControl)
        }
        switch introduced.keyword {
        case let word where Self.types.contains(word): return Block(kind: .members, tokens: tokens)
        case "func", "init":
            return Block(
                kind: .code,
                tokens: tokens,
                givesValue: source.outer(head).contains { isArrow($0) },
                isInInitializer: introduced.keyword == "init"
            )
        case "var", "subscript":
            let isValue =
                source.outer(head).contains { source.spacedOperator(at: $0)?.text == "=" } && !isAccessor(position + 1)
            return isValue ? closure(at: position, end: end, in: block) : Block(kind: .accessors, tokens: tokens)
        default: return closure(at: position, end: end, in: block)
        }
    }

    private func isArrow(_ position: Int) -> Bool {
        source.spacedOperator(at: position)?.text == "->" && !source.code.isWord("Void", at: position + 2)
    }

    private func isAccessor(_ position: Int) -> Bool {
        source.code.name(at: position).map(Self.accessors.contains) ?? false
    }

    /// Returns the position of the `in` after a closure's captures and parameters, or nil.
    private func closureHead(of block: Block) -> Int? {
        var position = block.tokens.lowerBound
        while position < block.tokens.upperBound {
            if source.code.isWord("in", at: position), source.code.isKeyword(at: position) { return position }
            let isBrace = source.code.symbol(at: position).map("{};".utf8.contains) ?? false
            let isCode = source.code.isKeyword(at: position) && !source.code.isWord("throws", at: position)
            guard !isBrace, !isCode || source.code.isWord("Any", at: position) else { return nil }
            position = (source.end(of: position) ?? position) + 1
        }
        return nil
    }
}
