/// Reads the fields of an Olm or Megolm message: Protocol Buffers with integers and strings of bytes only.
struct MessageFields {
    private var integers: [UInt64: UInt64] = [:]
    private var strings: [UInt64: ArraySlice<UInt8>] = [:]

    /// Reads all fields. Keeps unknown ones unread, because later versions may add some; of a repeated field the last one counts.
    ///
    /// Throws ``CryptoError/malformed`` for what is cut off and for other types of fields.
    init(_ bytes: ArraySlice<UInt8>) throws(CryptoError) {
        var rest = bytes
        while !rest.isEmpty {
            let tag = try Self.integer(from: &rest)
            switch tag & 7 {
            case 0: integers[tag] = try Self.integer(from: &rest)
            case 2: strings[tag] = try Self.string(from: &rest)
            default: throw .malformed
            }
        }
    }

    /// The integer with a tag. Throws ``CryptoError/malformed`` if it is absent or has more than 32 bits.
    func integer(_ tag: UInt64) throws(CryptoError) -> UInt32 {
        guard let value = integers[tag], let number = UInt32(exactly: value) else { throw .malformed }
        return number
    }

    /// The bytes with a tag. Throws ``CryptoError/malformed`` if they are absent.
    func bytes(_ tag: UInt64) throws(CryptoError) -> ArraySlice<UInt8> {
        guard let bytes = strings[tag] else { throw .malformed }
        return bytes
    }

    /// The public key with a tag.
    func key(_ tag: UInt64) throws(CryptoError) -> AgreementPublicKey { try AgreementPublicKey(Array(bytes(tag))) }

    /// Seven bits in each byte, the lowest first; the top bit says that more follow.
    private static func integer(from rest: inout ArraySlice<UInt8>) throws(CryptoError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 63, by: 7) {
            guard let byte = rest.popFirst() else { throw .malformed }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw .malformed
    }

    private static func string(from rest: inout ArraySlice<UInt8>) throws(CryptoError) -> ArraySlice<UInt8> {
        guard let count = Int(exactly: try integer(from: &rest)), count <= rest.count else { throw .malformed }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

/// Writes the fields of an Olm or Megolm message after its version.
struct MessageWriter {
    /// The message so far.
    private(set) var bytes: [UInt8]

    init(version: UInt8) { bytes = [version] }

    mutating func write(_ value: UInt32, tag: UInt8) {
        bytes.append(tag)
        write(value)
    }

    mutating func write(_ string: some Collection<UInt8>, tag: UInt8) {
        bytes.append(tag)
        write(UInt32(string.count))
        bytes += string
    }

    private mutating func write(_ value: UInt32) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(value & 0x7F | 0x80))
            value >>= 7
        }
        bytes.append(UInt8(value))
    }
}
