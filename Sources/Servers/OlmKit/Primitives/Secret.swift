import CCrypto
import CSodium

/// Secret bytes, such as a key, wiped when the last reference to them goes away.
///
/// Immutable, so safe to share between threads. The bytes are lent in a closure as a `RawSpan`, which the compiler does not let
/// escape. Comparison takes the same time for all secrets of one length; descriptions and mirrors do not show the bytes.
///
/// Unchecked, because a pointer is not `Sendable`: the memory is written only before `init` returns and freed only by `deinit`.
public final class Secret: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer
    private let isLocked: Bool

    /// Creates a secret from memory that starts as zeros and that `fill` writes.
    ///
    /// - Parameter isLocked: whether to ask for memory that is never swapped out or part of a core dump. It takes some system calls.
    init<Failure>(
        count: Int,
        isLocked: Bool = false,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let locked = isLocked && isSodiumReady ? sodium_malloc(count) : nil
        self.isLocked = locked != nil
        memory =
            locked.map { UnsafeMutableRawBufferPointer(start: $0, count: count) }
            ?? .allocate(byteCount: count, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        try fill(memory)
    }

    deinit {
        if isLocked { return sodium_free(memory.baseAddress) }
        OPENSSL_cleanse(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    /// Copies bytes that someone else wipes.
    public convenience init(_ bytes: RawSpan) {
        self.init(count: bytes.byteCount) { memory in bytes.withUnsafeBytes { memory.copyMemory(from: $0) } }
    }

    /// Copies an array, which itself is not wiped.
    public convenience init(_ bytes: [UInt8]) { self.init(bytes.span.bytes) }

    /// A copy in locked memory, for a private key that is never written to a disk.
    package var locked: Secret {
        Secret(count: count, isLocked: true) { memory in withUnsafeBytes { memory.copyMemory(from: $0) } }
    }

    /// Concatenates secrets.
    convenience init(joining parts: [Secret]) {
        self.init(count: parts.reduce(0) { $0 + $1.count }) { memory in
            var start = 0
            for part in parts {
                part.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: memory[start...]).copyMemory(from: $0) }
                start += part.count
            }
        }
    }

    /// The number of bytes.
    public var count: Int { memory.count }

    /// Lends the bytes.
    public func withBytes<Result, Failure>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(memory.bytes)
    }

    /// A copy of the bytes, which is not wiped: for text that is read or written as JSON.
    package var copy: [UInt8] { withBytes { Array(copying: $0) } }

    /// Lends the bytes to a function of libcrypto; the pointer must not leave `body`.
    func withUnsafeBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(memory))
    }

    /// A part as a secret of its own.
    subscript(_ range: Range<Int>) -> Secret { Secret(memory.bytes.extracting(range)) }
}

extension Secret: Equatable {
    public static func == (left: Secret, right: Secret) -> Bool {
        left.withBytes { left in right.withBytes { right in areEqualInConstantTime(left, right) } }
    }
}

extension Secret: CustomStringConvertible, CustomReflectable {
    /// Always the same text.
    public var description: String { "(secret)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Whether libsodium has chosen the code for this processor.
let isSodiumReady = sodium_init() >= 0

/// Compares bytes in a time that depends on their number only.
func areEqualInConstantTime(_ left: RawSpan, _ right: RawSpan) -> Bool {
    left.byteCount == right.byteCount
        && left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0 }
        }
}

extension Array where Element == UInt8 {
    /// Copies bytes into an array, which is not wiped.
    init(copying bytes: RawSpan) { self = bytes.withUnsafeBytes { Array($0) } }
}

/// The source of random bytes for keys and initialisation vectors: libcrypto's generator.
public struct SecureRandom: Sendable {
    private let words: (@Sendable () -> UInt64)?

    /// Creates a source that asks libcrypto.
    public init() { words = nil }

    /// Creates a reproducible source for the simulation and for tests. Keys from it protect nothing.
    package init(words: @escaping @Sendable () -> UInt64) { self.words = words }

    /// Returns new secret bytes. Throws ``CryptoError/systemFailure`` if libcrypto has no randomness.
    func secret(count: Int = 32) throws(CryptoError) -> Secret {
        try Secret(count: count) { memory throws(CryptoError) in try fill(memory, with: RAND_priv_bytes) }
    }

    /// Returns new bytes that may become public, such as an initialisation vector.
    package func bytes(count: Int) throws(CryptoError) -> [UInt8] {
        try Secret(count: count) { memory throws(CryptoError) in try fill(memory, with: RAND_bytes) }
            .withBytes { Array(copying: $0) }
    }

    private func fill(
        _ memory: UnsafeMutableRawBufferPointer,
        with generator: (UnsafeMutablePointer<UInt8>?, Int32) -> Int32
    ) throws(CryptoError) {
        if let words {
            for start in stride(from: 0, to: memory.count, by: 8) {
                withUnsafeBytes(of: words().littleEndian) { word in
                    let rest = UnsafeMutableRawBufferPointer(rebasing: memory[start...])
                    rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: word.prefix(rest.count)))
                }
            }
        } else if generator(memory.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(memory.count)) != 1 {
            throw .systemFailure
        }
    }
}
