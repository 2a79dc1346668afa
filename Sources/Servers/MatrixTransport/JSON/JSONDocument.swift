/// A JSON text from a server, read once into a flat table of where each value begins and ends.
///
/// Nothing is decoded before it is asked for, so what an answer says beyond our needs costs a scan and no more. Memory is
/// bounded by `JSONLimits`, whatever the text says.
package final class JSONDocument: Sendable {
    /// One value: which bytes it takes, and where the next one beside it begins.
    struct Node {
        enum Kind: UInt8 {
            case object, array, plainString, escapedString, number, yes, no, null
            /// Nested too deeply to be looked into.
            case tooDeep
        }

        let kind: Kind
        /// Of a string, what stands between its quotes.
        let start: UInt32
        var end: UInt32
        /// The first node behind all that is in this one.
        var next: UInt32
    }

    let bytes: [UInt8]
    let nodes: [Node]

    /// Throws a `JSONError` for what is no JSON, or has more values than `limits` allow.
    package init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        var parser = JSONParser(bytes: bytes, limits: limits)
        try parser.parse()
        (self.bytes, nodes) = (bytes, parser.nodes)
    }

    package var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// What is taken at most from a JSON text.
package struct JSONLimits: Hashable, Sendable {
    /// A value that is nested more deeply is there, but cannot be looked into.
    package var depth = 32
    /// Names count, too; each takes 16 bytes of memory.
    package var values = 1 << 23

    package init(depth: Int = 32, values: Int = 1 << 23) {
        (self.depth, self.values) = (depth, values)
    }
}

/// A text that is no JSON, or too much of it.
package struct JSONError: Error, Hashable {
    /// Where it shows, in bytes.
    package let offset: Int
}
