import CSystem
import ChatTypes
public import Foundation
import JSONKit

/// The file of an account, which only its owner can read: it contains the access token.
public struct AccountFile: Sendable {
    /// The location of the file.
    public let url: URL

    public init(_ url: URL) { self.url = url }

    /// Whether the file exists, even if it contains no account.
    public var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Returns the account; nil without a file. Throws `AccountFileError` for a file that cannot be read or contains no account.
    public func read() throws -> MatrixAccount? {
        guard exists else { return nil }
        guard let handle = try? FileHandle(forReadingFrom: url), let data = try? handle.read(upToCount: Self.limit)
        else {
            throw AccountFileError.notRead(path: url.path)
        }
        guard
            let json = try? JSONDocument(Array(data), limits: JSONLimits(values: 100)).root,
            let homeserver = json["homeserver"]?.string, let user = json["user"]?.string, user.isUsableID,
            let device = json["device"]?.string, let token = json["token"]?.string
        else { throw AccountFileError.unusable(path: url.path) }
        var account = MatrixAccount(homeserver: homeserver, user: ContactID(user), device: device, token: token)
        account.sendsReadReceipts = json["receipts"]?.string != "private"
        account.encryptsChats = json["chats"]?.string != "plain"
        account.sharesWithSignedOnly = json["keys"]?.string == "signed"
        return account
    }

    /// Writes the account atomically. Throws `AccountFileError`.
    public func write(_ account: MatrixAccount) throws {
        let json: JSONText = [
            "homeserver": .string(account.homeserver), "user": .string(account.user.rawValue),
            "device": .string(account.device), "token": .string(account.token),
            "receipts": account.sendsReadReceipts ? "public" : "private",
            "chats": account.encryptsChats ? "encrypted" : "plain",
            "keys": account.sharesWithSignedOnly ? "signed" : "all",
        ]
        let draft = url.path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw AccountFileError.notWritten(path: url.path, code: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // Deletes the draft unless it was renamed: it contains the token.
        defer { unlink(draft) }
        do {
            try handle.write(contentsOf: Data(json.bytes + [0x0A]))
            try handle.synchronize()
        } catch { throw AccountFileError.notWritten(path: url.path, code: EIO) }
        guard rename(draft, url.path) == 0 else { throw AccountFileError.notWritten(path: url.path, code: errno) }
    }

    private static let limit = 1 << 16
}

/// An account that cannot be read or written.
public enum AccountFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file contains no account.
    case unusable(path: String)
    /// The file exists and cannot be read.
    case notRead(path: String)
    /// The file cannot be written; with the value of `errno`.
    case notWritten(path: String, code: Int32)

    public var description: String {
        switch self {
        case .unusable(let path): "\(path) holds no account; move it away and log in again"
        case .notRead(let path): "cannot read \(path): see whose it is, and whether it is a file"
        case .notWritten(let path, let code): "cannot write \(path): \(String(cString: strerror(code)))"
        }
    }
}
