import ChatTypes

/// An identifier as the file holds it: bytes, which need not be UTF-8 any more once a file was damaged.
///
/// A byte that is no UTF-8 reads as a scalar of a private plane, and is written as that byte again. So a row with a
/// damaged id is shown under an odd one, found under it and exported under it, like any other. No two ids become one:
/// an id that has such scalars of its own is written as it is wherever the bytes would read as something else.
enum IdentifierBytes {
    /// The identifier that some bytes stand for.
    static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            let length = scalarLength(first)
            let scalar = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars
            if let scalar, scalar.count == 1 {
                text.append(contentsOf: scalar)
                rest = rest.dropFirst(length)
            } else {
                if let mark = Unicode.Scalar(marks.lowerBound + UInt32(first)) { text.append(mark) }
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// The bytes that an identifier is written as.
    static func bytes(of text: String) -> [UInt8] {
        let plain = Array(text.utf8)
        // The first byte of every scalar of that plane.
        guard plain.contains(0xF4) else { return plain }
        let bytes = text.unicodeScalars.flatMap { scalar in
            marks.contains(scalar.value) ? [UInt8(scalar.value - marks.lowerBound)] : Array(scalar.utf8)
        }
        let isSame = bytes.withUnsafeBufferPointer { Array(Self.text(of: $0).utf8) == plain }
        return isSame ? bytes : plain
    }

    private static let marks: Range<UInt32> = 0x10_FE00..<0x10_FF00

    /// How many bytes a scalar has that begins with `first`; 1 for what begins none.
    private static func scalarLength(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}

extension Identifier {
    /// As a statement's parameter.
    package var stored: StoredText { StoredText(bytes: IdentifierBytes.bytes(of: rawValue)) }
}
