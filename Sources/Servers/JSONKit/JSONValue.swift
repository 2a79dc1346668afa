/// A value in a JSON text. A value that is missing, or has another type than requested, is nil: one wrong value does not affect
/// others.
package struct JSONValue: Sendable {
    let document: JSONDocument
    let index: Int

    private var node: JSONDocument.Node { document.nodes[index] }

    /// The first member of that name. Cost: linear in the number of members.
    package subscript(_ name: StaticString) -> JSONValue? {
        guard node.kind == .object else { return nil }
        var place = index + 1
        while place < node.next {
            if document.isText(at: place, name) { return JSONValue(document: document, index: place + 1) }
            place = Int(document.nodes[place + 1].next)
        }
        return nil
    }

    /// Returns the first member of that name. Cost: linear in the number of members.
    package func member(named name: String) -> JSONValue? {
        guard node.kind == .object else { return nil }
        var place = index + 1
        while place < node.next {
            let found = JSONValue(document: document, index: place)
            let isIt =
                found.node.kind == .plainString
                ? found.rawBytes.elementsEqual(name.utf8) : found.unmasked?.utf8.elementsEqual(name.utf8) ?? false
            if isIt { return JSONValue(document: document, index: place + 1) }
            place = Int(document.nodes[place + 1].next)
        }
        return nil
    }

    /// The elements of an array; empty for any other value.
    package var elements: [JSONValue] {
        guard node.kind == .array else { return [] }
        var elements: [JSONValue] = []
        var place = index + 1
        while place < node.next {
            elements.append(JSONValue(document: document, index: place))
            place = Int(document.nodes[place].next)
        }
        return elements
    }

    /// The members of an object, in the text's order; empty for any other value.
    package var members: [(name: String, value: JSONValue)] {
        unmaskedMembers.map { (document.mask.apply(to: $0.name), $0.value) }
    }

    /// The members with their names as the server wrote them.
    package var unmaskedMembers: [(name: String, value: JSONValue)] {
        guard node.kind == .object else { return [] }
        var members: [(name: String, value: JSONValue)] = []
        var place = index + 1
        while place < node.next {
            let name = JSONValue(document: document, index: place).unmasked ?? ""
            members.append((name, JSONValue(document: document, index: place + 1)))
            place = Int(document.nodes[place + 1].next)
        }
        return members
    }

    package var isEmptyObject: Bool { node.kind == .object && Int(node.next) == index + 1 }
    package var isObject: Bool { node.kind == .object }
    package var isArray: Bool { node.kind == .array }
    package var isNull: Bool { node.kind == .null }

    /// The value as it is written in the text; for a string without its quotes.
    package var rawBytes: ArraySlice<UInt8> { document.bytes[Int(node.start)..<Int(node.end)] }

    /// Returns an object with other members in front, which hide those of the same names; nil unless this is an object.
    ///
    /// The rest stays as it is written, and the same secrets are hidden. Throws a `JSONError` for invalid values.
    package func overridden(by members: [(name: String, json: [UInt8])]) throws(JSONError) -> JSONValue? {
        guard node.kind == .object else { return nil }
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += JSONText.string(member.name).bytes + [UInt8(ascii: ":")] + member.json
        }
        if !isEmptyObject, !members.isEmpty { bytes.append(UInt8(ascii: ",")) }
        return try JSONDocument(bytes + rawBytes.dropFirst(), mask: document.mask).root
    }

    /// Broken UTF-8 and lone surrogates are repaired, and secrets that were sent are hidden.
    package var string: String? { unmasked.map(document.mask.apply(to:)) }

    /// The string as the server wrote it. Only for a secret that is never shown, and for IDs that may
    /// contain a short password.
    package var unmasked: String? {
        let bytes = document.bytes[Int(node.start)..<Int(node.end)]
        switch node.kind {
        case .plainString: return String(decoding: bytes, as: UTF8.self)
        case .escapedString: return unescaped(bytes)
        default: return nil
        }
    }

    /// Nil for a number with a fraction or an exponent, or over 64 bits.
    package var integer: Int64? {
        guard node.kind == .number else { return nil }
        return Int64(Substring(decoding: document.bytes[Int(node.start)..<Int(node.end)], as: UTF8.self))
    }

    /// A number as it is written in the text.
    package var numberText: String? {
        guard node.kind == .number else { return nil }
        return String(decoding: document.bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
    }

    package var bool: Bool? {
        switch node.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }
}

extension JSONDocument {
    /// Whether the string at an index equals a text.
    fileprivate func isText(at place: Int, _ text: StaticString) -> Bool {
        let node = nodes[place]
        guard node.kind == .plainString else {
            return JSONValue(document: self, index: place).string == text.description
        }
        guard Int(node.end - node.start) == text.utf8CodeUnitCount else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            text.withUTF8Buffer { $0.elementsEqual(bytes[Int(node.start)..<Int(node.end)]) }
        }
    }
}

/// Returns a string with its escapes resolved; an unknown escape stands for its second character.
private func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var units: [UInt8] = []
    units.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
            units.append(byte)
            continue
        }
        switch escape {
        case UInt8(ascii: "n"): units.append(0x0A)
        case UInt8(ascii: "t"): units.append(0x09)
        case UInt8(ascii: "r"): units.append(0x0D)
        case UInt8(ascii: "b"): units.append(0x08)
        case UInt8(ascii: "f"): units.append(0x0C)
        case UInt8(ascii: "u"): units += Character(unicodeEscape(&rest)).utf8
        default: units.append(escape)
        }
    }
    return String(decoding: units, as: UTF8.self)
}

/// Returns the scalar of four hexadecimal digits, or of a surrogate pair.
private func unicodeEscape(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
    guard let high = hexadecimal(&rest) else { return "\u{FFFD}" }
    if let scalar = Unicode.Scalar(high) { return scalar }
    var behind = rest
    guard 0xD800..<0xDC00 ~= high, behind.popFirst() == UInt8(ascii: "\\"), behind.popFirst() == UInt8(ascii: "u"),
        let low = hexadecimal(&behind), 0xDC00..<0xE000 ~= low
    else { return "\u{FFFD}" }
    rest = behind
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
}

private func hexadecimal(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
    let digits = rest.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0 < 0x80 }),
        let number = UInt32(Substring(decoding: digits, as: UTF8.self), radix: 16),
        digits.first != UInt8(ascii: "+")
    else { return nil }
    rest = rest.dropFirst(4)
    return number
}
