/// A JSON text from a server, parsed into a flat table of where each value begins and ends.
///
/// Values are decoded when they are used, so unused parts of a response cost one scan. `JSONLimits` bound the memory for any
/// text.
package final class JSONDocument: Sendable {
    /// A value: its bytes, and the index of its next sibling.
    struct Node {
        enum Kind: UInt8 {
            case object, array, plainString, escapedString, number, yes, no, null
            /// Nested too deeply, so its contents are not parsed.
            case tooDeep
        }

        let kind: Kind
        /// Of a string, the first byte behind the quote.
        let start: UInt32
        var end: UInt32
        /// The first node behind this one and its contents.
        var next: UInt32
    }

    let bytes: [UInt8]
    let nodes: [Node]
    /// Hides secrets in every string.
    let mask: SecretMask

    /// Throws a `JSONError` for invalid JSON, or for more values than `limits` allow.
    package convenience init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        try self.init(bytes, limits: limits, mask: SecretMask())
    }

    /// Hides the secrets of `mask` in every string of the text.
    package init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits(), mask: SecretMask) throws(JSONError) {
        var parser = JSONParser(bytes: bytes, limits: limits)
        try parser.parse()
        (self.bytes, nodes, self.mask) = (bytes, parser.nodes, mask)
    }

    /// The outermost value.
    package var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// The limits for parsing a JSON text.
package struct JSONLimits: Hashable, Sendable {
    /// The depth of nesting; the contents of deeper values are not parsed.
    package var depth = 32
    /// The number of values, including names; each takes 16 bytes of memory.
    package var values = 1 << 23

    package init(depth: Int = 32, values: Int = 1 << 23) {
        (self.depth, self.values) = (depth, values)
    }
}

/// Invalid JSON, or JSON over a limit.
package struct JSONError: Error, Hashable {
    /// The offset of the error in bytes.
    package let offset: Int
}
