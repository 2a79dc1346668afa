import CSystem
import ChatTypes
public import Foundation
import JSONKit

/// The file of an account, which only its owner can read: it contains the tokens.
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
        var account = MatrixAccount(
            homeserver: homeserver,
            user: ContactID(user),
            device: device,
            tokens: Self.tokens(access: token, json)
        )
        account.sendsReadReceipts = json["receipts"]?.string != "private"
        account.sendsTyping = json["typing"]?.string != "off"
        account.encryptsChats = json["chats"]?.string != "plain"
        account.sharesWithSignedOnly = json["keys"]?.string == "signed"
        return account
    }

    /// Returns the value of `errno` of a failure to write, such as that of a full disk.
    private static func code(of error: any Error) -> Int32 {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        return cause.domain == NSPOSIXErrorDomain ? Int32(truncatingIfNeeded: cause.code) : EIO
    }

    private static func tokens(access: String, _ json: JSONValue) -> LoginTokens {
        var issuer = LoginTokens.Issuer.homeserver
        if let name = json["issuer"]?.string, let client = json["client"]?.string {
            issuer = .authorizationServer(issuer: name, client: client)
        }
        return LoginTokens(
            access: access,
            refresh: json["refresh"]?.string,
            renewal: json["renewal"]?.integer.map { Date(timeIntervalSince1970: Double($0)) },
            issuer: issuer
        )
    }

    /// Writes the account atomically, on disk before this returns. Throws `AccountFileError`.
    public func write(_ account: MatrixAccount) throws {
        var json: JSONText = [
            "homeserver": .string(account.homeserver), "user": .string(account.user.rawValue),
            "device": .string(account.device), "token": .string(account.token),
            "receipts": account.sendsReadReceipts ? "public" : "private",
            "typing": account.sendsTyping ? "on" : "off",
            "chats": account.encryptsChats ? "encrypted" : "plain",
            "keys": account.sharesWithSignedOnly ? "signed" : "all",
        ]
        if let refresh = account.tokens.refresh { json = json.with("refresh", .string(refresh)) }
        if let renewal = account.tokens.renewal {
            json = json.with("renewal", .integer(Int64(renewal.timeIntervalSince1970)))
        }
        if case .authorizationServer(let issuer, let client) = account.tokens.issuer {
            json = json.with("issuer", .string(issuer)).with("client", .string(client))
        }
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
        } catch { throw AccountFileError.notWritten(path: url.path, code: Self.code(of: error)) }
        guard rename(draft, url.path) == 0 else { throw AccountFileError.notWritten(path: url.path, code: errno) }
    }

    /// Takes the lock for changing the tokens, which is separate from the profile's; nil while another process has it.
    ///
    /// Throws `AccountFileError` if it cannot be made.
    func lock() throws(AccountFileError) -> AccountLock? {
        try AccountLock(path: url.deletingPathExtension().path + ".lock")
    }

    private static let limit = 1 << 16
}

/// Keeps other processes from changing an account's tokens, until it is released or the process ends in any way.
final class AccountLock: Sendable {
    private let descriptor: Int32

    /// Nil while another process has the lock. Throws `AccountFileError.notWritten` if the file cannot be made.
    fileprivate init?(path: String) throws(AccountFileError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .notWritten(path: path, code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
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
