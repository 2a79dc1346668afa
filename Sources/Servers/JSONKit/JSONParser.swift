/// Parses a JSON text in one pass, without recursion.
///
/// Accepts a little more than RFC 8259: control characters in strings, and the characters of numbers in any order. A value that
/// cannot be decoded then counts as missing.
struct JSONParser {
    private let bytes: [UInt8]
    private let limits: JSONLimits
    private(set) var nodes: [JSONDocument.Node] = []
    private var offset = 0
    /// The indices of the objects and arrays that are not closed.
    private var open: [Int] = []

    init(bytes: [UInt8], limits: JSONLimits) {
        (self.bytes, self.limits) = (bytes, limits)
        nodes.reserveCapacity(min(bytes.count / 16, limits.values))
    }

    mutating func parse() throws(JSONError) {
        // Offsets are 32 bits wide.
        guard bytes.count < Int(UInt32.max) else { throw failure }
        try parseValue()
        while let container = open.last { try parseElement(of: container) }
        skipSpace()
        guard offset == bytes.count else { throw failure }
    }

    private var failure: JSONError { JSONError(offset: offset) }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    /// Parses one member or element with the comma before it, or the end of its container.
    private mutating func parseElement(of container: Int) throws(JSONError) {
        let isObject = nodes[container].kind == .object
        let isFirst = nodes.count == container + 1
        skipSpace()
        if next == UInt8(ascii: isObject ? "}" : "]") {
            offset += 1
            open.removeLast()
            (nodes[container].end, nodes[container].next) = (UInt32(offset), UInt32(nodes.count))
            return
        }
        if !isFirst {
            guard next == UInt8(ascii: ",") else { throw failure }
            offset += 1
            skipSpace()
        }
        if isObject {
            guard next == UInt8(ascii: "\"") else { throw failure }
            try parseString()
            skipSpace()
            guard next == UInt8(ascii: ":") else { throw failure }
            offset += 1
        }
        try parseValue()
    }

    private mutating func parseValue() throws(JSONError) {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): try beginContainer(.object)
        case UInt8(ascii: "["): try beginContainer(.array)
        case UInt8(ascii: "\""): try parseString()
        case UInt8(ascii: "t"): try parseWord("true", .yes)
        case UInt8(ascii: "f"): try parseWord("false", .no)
        case UInt8(ascii: "n"): try parseWord("null", .null)
        default: try parseNumber()
        }
    }

    private mutating func beginContainer(_ kind: JSONDocument.Node.Kind) throws(JSONError) {
        guard open.count < limits.depth else { return try skipContainer() }
        open.append(nodes.count)
        try append(kind, from: offset, to: offset)
        offset += 1
    }

    /// Skips a value that is nested too deeply; counts both kinds of brackets alike.
    private mutating func skipContainer() throws(JSONError) {
        let (start, count) = (offset, nodes.count)
        var depth = 0
        repeat {
            switch next {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                try parseString()
                nodes.removeSubrange(count...)
                continue
            case nil: throw failure
            default: break
            }
            offset += 1
        } while depth > 0
        try append(.tooDeep, from: start, to: offset)
    }

    private mutating func parseString() throws(JSONError) {
        offset += 1
        let start = offset
        var isEscaped = false
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                offset += 1
            }
            offset += 1
        }
        guard offset < bytes.count else { throw failure }
        try append(isEscaped ? .escapedString : .plainString, from: start, to: offset)
        offset += 1
    }

    private mutating func parseWord(_ word: StaticString, _ kind: JSONDocument.Node.Kind) throws(JSONError) {
        let end = offset + word.utf8CodeUnitCount
        let isThere = word.withUTF8Buffer { end <= bytes.count && bytes[offset..<end].elementsEqual($0) }
        guard isThere else { throw failure }
        try append(kind, from: offset, to: end)
        offset = end
    }

    private mutating func parseNumber() throws(JSONError) {
        let start = offset
        while let byte = next, 0x30...0x39 ~= byte || "+-.eE".utf8.contains(byte) { offset += 1 }
        guard offset > start else { throw failure }
        try append(.number, from: start, to: offset)
    }

    private mutating func append(_ kind: JSONDocument.Node.Kind, from start: Int, to end: Int) throws(JSONError) {
        guard nodes.count < limits.values else { throw failure }
        nodes.append(
            JSONDocument.Node(kind: kind, start: UInt32(start), end: UInt32(end), next: UInt32(nodes.count + 1))
        )
    }
}
