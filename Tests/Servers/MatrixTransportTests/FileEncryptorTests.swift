import ChatTypes
import OlmKit
import Testing

@testable import MatrixTransport

/// Encrypting a file while it is uploaded.
@Suite struct FileEncryptorTests {
    private func decrypt(_ bytes: [UInt8], _ file: EncryptedFile) throws -> [UInt8] {
        var verification = AttachmentVerification()
        verification.add(bytes)
        var decryption = try verification.decryption(with: file.key, expecting: file.hash)
        return decryption.decrypt(bytes)
    }

    @Test func `an upload that begins anew has another key, and the file is read with the last one`() async throws {
        let encryptor = try FileEncryptor(random: SecureRandom())
        let first = try await encryptor.encrypt([1, 2, 3, 4, 5, 6, 7, 8], at: 0)
        let second = try await encryptor.encrypt([1, 2, 3, 4, 5, 6, 7, 8], at: 0)
        #expect(first != second)
        let rest = try await encryptor.encrypt([9], at: 8)
        let file = try await encryptor.finish(at: MediaAddress("mxc://test/abc").unwrapped())
        #expect(try decrypt(second + rest, file) == Array(1...9))
    }

    @Test func `an empty file and one whose parts come out of order`() async throws {
        let encryptor = try FileEncryptor(random: SecureRandom())
        await #expect(throws: (any Error).self) { try await encryptor.encrypt([1], at: 1) }
        let file = try await encryptor.finish(at: MediaAddress("mxc://test/abc").unwrapped())
        #expect(try decrypt([], file) == [])
        _ = try await encryptor.encrypt([1], at: 0)
        await #expect(throws: FileError.lost) { try await encryptor.encrypt([3], at: 2) }
    }
}
