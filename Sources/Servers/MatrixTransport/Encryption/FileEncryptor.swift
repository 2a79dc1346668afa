import ChatTypes
import HTTPClient
import OlmKit

/// Encrypts a file while it is uploaded.
actor FileEncryptor {
    private let random: SecureRandom
    private var key: AttachmentKey
    private var cipher: AttachmentEncryption?
    /// The number of bytes encrypted so far.
    private var place: Int64 = 0

    init(random: SecureRandom) throws { (self.random, key) = (random, try AttachmentKey(random: random)) }

    /// Encrypts the part at an offset. Parts come in order. An upload that begins anew has a new key: the file may have changed, and one key
    /// for two files would show their difference.
    func encrypt(_ part: [UInt8], at offset: Int64) throws -> [UInt8] {
        if offset == 0 {
            key = try AttachmentKey(random: random)
            cipher = AttachmentEncryption(key)
            place = 0
        }
        guard offset == place, var cipher = cipher.take() else { throw FileError.lost }
        let encrypted = cipher.encrypt(part)
        self.cipher = consume cipher
        place += Int64(part.count)
        return encrypted
    }

    /// Ends the file. Returns its description, under the address that it was uploaded to.
    func finish(at address: MediaAddress) throws -> EncryptedFile {
        let cipher = cipher.take() ?? AttachmentEncryption(key)
        return EncryptedFile(address: address, key: key, hash: cipher.finish())
    }
}
