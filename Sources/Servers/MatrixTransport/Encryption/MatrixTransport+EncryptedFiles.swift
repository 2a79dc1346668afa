import CSystem
import ChatTypes
import OlmKit
import Transport

extension MatrixTransport {
    /// Downloads an encrypted file and delivers its content from an offset on, once the hash of all of it is right.
    ///
    /// The encrypted bytes are stored in a file without a name meanwhile. A download that ends early begins anew. Throws a refusal
    /// for a file that was changed: not a byte of it is delivered.
    func download(_ file: EncryptedFile, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        let copy = try CiphertextFile()
        try await api.download(file.address, from: 0) { try copy.append($0) }
        var verification = AttachmentVerification()
        try copy.forEachPart { verification.add($0) }
        var decryption: AttachmentDecryption
        do { decryption = try verification.decryption(with: file.key, expecting: file.hash) } catch {
            throw ServiceError.refused(.unknownFile, text: "The encrypted file was damaged or changed by the server")
        }
        var place: Int64 = 0
        while case let part = try copy.read(at: place), !part.isEmpty {
            try Task.checkCancellation()
            let plain = decryption.decrypt(part)
            let known = min(max(offset - place, 0), Int64(plain.count))
            if known < plain.count { try await receive(Array(plain[Int(known)...])) }
            place += Int64(part.count)
        }
    }
}

/// A file without a name for encrypted bytes, which the system deletes with this object or with the process.
final class CiphertextFile: Sendable {
    let descriptor: Int32

    /// Throws a `FileError` if none can be created in the folder for temporary files.
    init() throws {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        // The name is gone at once. No `mkstemp`: a program that is started meanwhile, such as a viewer, would inherit the file.
        let path = "\(folder)/viperchat-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// Appends bytes, up to the limit for files.
    func append(_ bytes: [UInt8]) throws {
        guard lseek(descriptor, 0, SEEK_CUR) + bytes.count <= Limits.fileBytes else {
            throw FileError.impossibleSize(limit: Limits.fileBytes)
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the next bytes from an offset on; none at the end.
    func read(at offset: Int64) throws -> [UInt8] {
        while true {
            var bytes = [UInt8](repeating: 0, count: Limits.filePartBytes)
            let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure }
            return Array(bytes.prefix(count))
        }
    }

    /// Passes all bytes to `body`, in order.
    func forEachPart(_ body: ([UInt8]) throws -> Void) throws {
        var place: Int64 = 0
        while case let part = try read(at: place), !part.isEmpty {
            try body(part)
            place += Int64(part.count)
        }
    }

    private static var failure: FileError { .unreadable(reason: String(cString: strerror(errno))) }
}
