/// A JSON text to send or to sign. Members keep their order, so that a request always has the same bytes.
package enum JSONText: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case bool(Bool)
    case null
    case array([JSONText])
    case object([Member])

    /// A member of an object.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONText

        package init(name: String, value: JSONText) { (self.name, self.value) = (name, value) }
    }

    /// The text in UTF-8, with the members in their order.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .string(let text): Self.write(text, to: &bytes)
        case .integer(let number): bytes += String(number).utf8
        case .bool(let isTrue): bytes += (isTrue ? "true" : "false").utf8
        case .null: bytes += "null".utf8
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += #"\b"#.utf8
            case 0x09: bytes += #"\t"#.utf8
            case 0x0A: bytes += #"\n"#.utf8
            case 0x0C: bytes += #"\f"#.utf8
            case 0x0D: bytes += #"\r"#.utf8
            case 0x00..<0x20:
                let digits = String(byte, radix: 16)
                bytes += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByArrayLiteral
{
    package init(stringLiteral text: String) { self = .string(text) }
    package init(booleanLiteral isTrue: Bool) { self = .bool(isTrue) }
    package init(arrayLiteral elements: JSONText...) { self = .array(elements) }
    package init(dictionaryLiteral members: (String, JSONText)...) {
        self = .object(members.map { Member(name: $0.0, value: $0.1) })
    }
}

extension JSONText {
    /// A copy of a parsed value; nil for values that events cannot contain: null, fractions, and values nested too deeply.
    package init?(_ value: JSONValue) {
        if let text = value.string {
            self = .string(text)
        } else if let number = value.integer {
            self = .integer(number)
        } else if let isTrue = value.bool {
            self = .bool(isTrue)
        } else if value.isArray {
            self = .array(value.elements.compactMap { JSONText($0) })
        } else if value.isObject {
            self = .object(
                value.members.compactMap { name, value in JSONText(value).map { Member(name: name, value: $0) } }
            )
        } else {
            return nil
        }
    }
}
