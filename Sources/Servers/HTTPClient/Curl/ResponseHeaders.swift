/// The header of a response, parsed line by line.
struct ResponseHeaders {
    private(set) var status = 0
    private(set) var fields: [HTTPField] = []
    private(set) var mediaType = ""
    /// The offset of the body in the whole file, from a 206 response.
    private(set) var rangeStart: Int64?
    /// Whether the file continues behind the body, from a 206 response.
    private(set) var isCutShort = false
    private(set) var isEncoded = false
    /// Whether the empty line has arrived; libcurl takes a connection that ends before it for a complete response.
    private(set) var isComplete = false
    private let wanted: [String]
    private var bytesLeft: Int

    init(wanted: [String], limit: Int) {
        (self.wanted, bytesLeft) = (wanted, limit)
    }

    /// Parses one line with its end; returns whether it was the last.
    mutating func append(_ line: UnsafeRawBufferPointer) throws(HTTPError.Reason) -> Bool {
        guard line.count <= bytesLeft else { throw .tooLarge }
        bytesLeft -= line.count
        // Ignores trailers behind the body.
        guard !isComplete else { return false }
        let text = String(decoding: line, as: UTF8.self).trimmed
        if text.isEmpty {
            // An interim response, such as 100 or 103, only counts towards the limit.
            isComplete = status >= 200
            return isComplete
        }
        if text.utf8.starts(with: "HTTP/".utf8) { begin(text) } else { addField(text) }
        return false
    }

    private mutating func begin(_ statusLine: String) {
        let words = statusLine.split(separator: " ", maxSplits: 2)
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        (fields, mediaType, rangeStart, isCutShort, isEncoded) = ([], "", nil, false, false)
    }

    private mutating func addField(_ line: String) {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
        let field = HTTPField(String(line[..<colon]).trimmed, String(line[line.utf8.index(after: colon)...]).trimmed)
        // Ignores fields with control characters.
        guard field.name.isToken, field.value.utf8.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else {
            return
        }
        switch field.name.lowercased() {
        case "content-type": mediaType = Self.mediaType(field.value)
        case "content-encoding": isEncoded = field.value.lowercased() != "identity"
        case "content-range": (rangeStart, isCutShort) = Self.range(field.value)
        default: break
        }
        if let name = wanted.first(where: field.isNamed) { fields.append(HTTPField(name, field.value)) }
    }

    private static func mediaType(_ value: String) -> String {
        let type = String(value.prefix { $0 != ";" }).trimmed.lowercased()
        let halves = type.split(separator: "/", omittingEmptySubsequences: false)
        return halves.count == 2 && halves.allSatisfy { String($0).isToken } ? type : ""
    }

    /// Returns the 100 of `bytes 100-199/200`, and whether the range ends before the 200.
    private static func range(_ value: String) -> (start: Int64?, isCutShort: Bool) {
        let words = value.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return (nil, false) }
        let bounds = words[1].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let (start, end) = (bounds[0].prefix { $0 != "-" }, bounds[0].drop { $0 != "-" }.dropFirst())
        guard bounds.count == 2, let last = number(end), let total = number(bounds[1]), last < total else {
            return (number(start), false)
        }
        return (number(start), last + 1 < total)
    }

    /// Returns a number of digits only, if it fits.
    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int64(text) : nil
    }
}

extension String {
    /// The text without spaces, tabs and line ends around it.
    fileprivate var trimmed: String {
        let isSpace = { (scalar: Unicode.Scalar) in [" ", "\t", "\r", "\n"].contains(scalar) }
        let start = unicodeScalars.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...end])
    }
}
