package import RuntimeKit

/// Converts identifiers between text and the bytes in the file, which need not be valid UTF-8 if the file is damaged.
///
/// Reads an invalid byte as a scalar of a private-use plane, and writes that scalar as the byte again. A row with a damaged id
/// can therefore be shown, found and exported under the converted id. Two different ids never become the same: an id that
/// contains such scalars itself is written unchanged if its bytes would read as another id.
enum IdentifierBytes {
    /// Returns the identifier that is stored as the given bytes.
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
                if let scalar = Unicode.Scalar(substitutes.lowerBound + UInt32(first)) { text.append(scalar) }
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// Returns the bytes that an identifier is stored as.
    static func bytes(of text: String) -> [UInt8] {
        let plain = Array(text.utf8)
        // 0xF4 is the first byte of every scalar of that plane.
        guard plain.contains(0xF4) else { return plain }
        let bytes = text.unicodeScalars.flatMap { scalar in
            substitutes.contains(scalar.value)
                ? [UInt8(scalar.value - substitutes.lowerBound)] : Array(scalar.utf8)
        }
        let isSame = bytes.withUnsafeBufferPointer { Array(Self.text(of: $0).utf8) == plain }
        return isSame ? bytes : plain
    }

    /// The scalars that stand for the 256 byte values.
    private static let substitutes: Range<UInt32> = 0x10_FE00..<0x10_FF00

    /// Returns the length in bytes of a scalar that begins with `first`; 1 if no scalar does.
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
    /// The identifier as a parameter of a statement.
    package var stored: TextBytes { TextBytes(bytes: IdentifierBytes.bytes(of: rawValue)) }
}
