import SourceMeasure

/// The tokens of a Swift file, with matching brackets and the operators between spaces.
struct SwiftSource {
    let bytes: [UInt8]
    let code: CodeTokens
    /// The matching bracket of each opening or closing bracket; an interpolation opens with its string.
    private(set) var partners: [Int: Int] = [:]
    private let lineStarts: [Int]

    /// Reads the source in one pass. Cost: linear in the source.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        code = CodeTokens(of: bytes)
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == .newline }.map { $0 + 1 }
        var open: [(position: Int, closes: UInt8)] = []
        for position in code.tokens.indices {
            if let closing = closing(at: position) {
                open.append((position, closing))
            } else if let last = open.last, code.symbol(at: position) == last.closes {
                partners[last.position] = position
                partners[position] = last.position
                open.removeLast()
            }
        }
    }

    /// Returns the byte that closes the bracket at a position, or nil if no bracket opens there.
    private func closing(at position: Int) -> UInt8? {
        switch code.symbol(at: position) {
        case .open: return .close
        case UInt8(ascii: "["): return UInt8(ascii: "]")
        case UInt8(ascii: "{"): return UInt8(ascii: "}")
        default:
            let token = code.tokens[position]
            return token.kind == .string && bytes[token.range].last == .open ? .close : nil
        }
    }

    var count: Int { code.tokens.count }

    /// Returns the position that closes the bracket at `position`, or nil.
    func end(of position: Int) -> Int? { partners[position].flatMap { $0 > position ? $0 : nil } }

    /// Returns the position that opens the bracket closed at `position`, or nil.
    func beginning(of position: Int) -> Int? { partners[position].flatMap { $0 < position ? $0 : nil } }

    /// Returns the tokens outside all brackets of a range; for each pair of brackets, only the opening one.
    func outer(_ tokens: Range<Int>) -> [Int] {
        var found: [Int] = []
        var position = tokens.lowerBound
        while position < tokens.upperBound {
            found.append(position)
            position = (end(of: position) ?? position) + 1
        }
        return found
    }

    /// Returns the bytes of a range of tokens, including white space and comments between them.
    func range(_ tokens: Range<Int>) -> Range<Int> {
        code.tokens[tokens.lowerBound].range.lowerBound..<code.tokens[tokens.upperBound - 1].range.upperBound
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func isOnOneLine(_ range: Range<Int>) -> Bool { !bytes[range].contains(.newline) }

    /// Returns the line of a byte, starting at 1.
    func line(of offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// Returns the operator that begins at a position and has white space on both sides, with its tokens.
    func spacedOperator(at position: Int) -> (text: String, tokens: Range<Int>)? {
        guard isOperator(position), position > 0, isSpaced(after: position - 1) else { return nil }
        var end = position + 1
        while isOperator(end), !isSpaced(after: end - 1) { end += 1 }
        guard end < count, isSpaced(after: end - 1) else { return nil }
        return (text(range(position..<end)), position..<end)
    }

    private func isOperator(_ position: Int) -> Bool {
        code.symbol(at: position).map("=-+!*%<>&|^~?/.".utf8.contains) ?? false
    }

    private func isSpaced(after position: Int) -> Bool {
        code.tokens[position].range.upperBound < code.tokens[position + 1].range.lowerBound
    }
}
