import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import OlmKit
import SimulationKit
import Testing
import Transport

@testable import MatrixTransport

@Suite struct EncryptedFileTests {
    private static let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    /// Returns a file's member of a message, and its encrypted bytes.
    private func encrypted() throws -> (json: JSONText, bytes: [UInt8]) {
        let key = try AttachmentKey()
        var encryption = AttachmentEncryption(key)
        let bytes = encryption.encrypt(Self.bytes)
        let json: JSONText = [
            "v": "v2", "url": "mxc://test/abc", "iv": .string(key.ivText),
            "hashes": ["sha256": .string(encryption.finish().base64)],
            "key": [
                "kty": "oct", "alg": "A256CTR", "ext": true, "k": .string(key.keyText),
                "key_ops": ["encrypt", "decrypt"],
            ],
        ]
        return (json, bytes)
    }

    private func parsed(_ json: JSONText) throws -> JSONValue { try JSONDocument(json.bytes).root }

    @Test func `a file's id contains its address, key and hash`() throws {
        let (json, _) = try encrypted()
        let file = try EncryptedFile(parsed(json)).unwrapped()
        let same = try EncryptedFile(file.file).unwrapped()
        #expect(same.address == MediaAddress("mxc://test/abc") && same.key == file.key && same.hash == file.hash)
        #expect(file.file.rawValue.utf8.count <= Limits.idBytes)
        #expect(MediaAddress(file.file.rawValue) == nil)
        #expect(EncryptedFile(FileID(file.file.rawValue + "&x=1")) == nil, "nothing else")
    }

    @Test func `an incomplete or unknown description is no file`() throws {
        let (json, _) = try encrypted()
        for name in ["v", "url", "iv", "hashes", "key"] {
            #expect(try EncryptedFile(parsed(json.without([name]))) == nil, "\(name)")
            #expect(try EncryptedFile(parsed(json.with(name, "x"))) == nil, "\(name)")
        }
        let key = try #require(json["key"])
        #expect(try EncryptedFile(parsed(json.with("key", key.with("alg", "A128CTR")))) == nil)
        #expect(
            try EncryptedFile(parsed(json.with("url", .string("mxc://\(String(repeating: "a", count: 400))/b")))) == nil
        )
        for id in ["", "mxc://test/abc", "mxc://test/abc?", "mxc://test/abc?key=&iv=&sha256=", "x?key=a&iv=b&sha256=c"]
        {
            #expect(EncryptedFile(FileID(id)) == nil, "\(id)")
        }
    }

    private func downloaded(_ file: FileID, _ answer: [UInt8], from offset: Int64 = 0) throws -> [UInt8] {
        let fixture = try TransportFixture()
        fixture.http.answer = { _ in HTTPResponse(status: 200, body: answer) }
        let received = Recorder<[UInt8]>()
        try fixture.result { try await $0.download(file, from: offset) { received.record($0) } }
        return received.all.flatMap(\.self)
    }

    @Test(arguments: [0, 1, 262_144, 300_001, 599_999, 600_000, 700_000])
    func `a download delivers the decrypted bytes from any offset`(_ offset: Int) throws {
        let (json, bytes) = try encrypted()
        let file = try EncryptedFile(parsed(json)).unwrapped().file
        #expect(try downloaded(file, bytes, from: Int64(offset)) == Array(Self.bytes.dropFirst(offset)))
    }

    @Test func `not a byte of a changed, cut or extended file is delivered`() throws {
        let (json, bytes) = try encrypted()
        let file = try EncryptedFile(parsed(json)).unwrapped().file
        var changed = bytes
        changed[bytes.count - 1] ^= 1
        for answer in [changed, Array(bytes.dropLast()), bytes + [0], []] {
            let fixture = try TransportFixture()
            fixture.http.answer = { _ in HTTPResponse(status: 200, body: answer) }
            let received = Recorder<[UInt8]>()
            let error = #expect(throws: ServiceError.self) {
                try fixture.result { try await $0.download(file, from: 0) { received.record($0) } }
            }
            #expect(error?.isTemporary == false && received.all.isEmpty)
        }
    }

    @Test func `no program that is started inherits the encrypted bytes of a download`() throws {
        let file = try CiphertextFile()
        #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
}

/// Returns the ID of an encrypted file.
func encryptedFileID() throws -> FileID {
    let key = try AttachmentKey(
        key: String(repeating: "A", count: 43),
        iv: String(repeating: "A", count: 22)
    )
    let hash = try AttachmentHash(base64: String(repeating: "A", count: 43))
    return EncryptedFile(address: try MediaAddress("mxc://test/abc").unwrapped(), key: key, hash: hash).file
}
