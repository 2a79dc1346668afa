import CSystem
import ChatTypes
public import Foundation

/// The file that an account is kept in, readable by its owner alone: what is in it is the account.
public struct AccountFile: Sendable {
    /// Where the file is, or is to be made.
    public let url: URL

    public init(_ url: URL) { self.url = url }

    /// Whether there is a file, even one that holds no account.
    public var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Nil where there is none. Throws `AccountFileError` for a file that cannot be read, or holds no account.
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
        account.tellsReading = json["receipts"]?.string != "private"
        return account
    }

    /// Writes all of it, or nothing. Throws `AccountFileError`.
    public func write(_ account: MatrixAccount) throws {
        let json: JSONText = [
            "homeserver": .string(account.homeserver), "user": .string(account.user.rawValue),
            "device": .string(account.device), "token": .string(account.token),
            "receipts": account.tellsReading ? "public" : "private",
        ]
        let draft = url.path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw AccountFileError.notWritten(path: url.path, code: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // Unless it is renamed, it goes: the token is in it.
        defer { unlink(draft) }
        do {
            try handle.write(contentsOf: Data(json.bytes + [0x0A]))
            try handle.synchronize()
        } catch { throw AccountFileError.notWritten(path: url.path, code: EIO) }
        guard rename(draft, url.path) == 0 else { throw AccountFileError.notWritten(path: url.path, code: errno) }
    }

    private static let limit = 1 << 16
}

/// Why an account cannot be read or kept.
public enum AccountFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What stands there is no account.
    case unusable(path: String)
    /// It is there, and cannot be read.
    case notRead(path: String)
    /// It cannot be written, for the reason that `errno` gave.
    case notWritten(path: String, code: Int32)

    public var description: String {
        switch self {
        case .unusable(let path): "\(path) holds no account; move it away and log in again"
        case .notRead(let path): "cannot read \(path): see whose it is, and whether it is a file"
        case .notWritten(let path, let code): "cannot write \(path): \(String(cString: strerror(code)))"
        }
    }
}
