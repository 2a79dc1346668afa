public import ChatTypes
import Foundation
import MatrixCrypto
import SQLiteKit

/// The warnings about senders, read from an account's stores beside the process that uses them.
public struct StoredWarnings {
    private let tables: LedgerTables
    private let proofs: SenderProofs

    /// Opens the stores. Returns nil if there are none, or if another version of the program uses them.
    ///
    /// - Parameters:
    ///   - ledger: the path of the account's ledger.
    ///   - encryption: the path of the store of its encryption.
    ///   - user: the account's user.
    public init?(ledger: String, encryption: String, of user: ContactID) {
        guard let proofs = try? SenderProofs(path: encryption),
            let connection = try? SQLiteConnection(.file(path: ledger), isWritable: false),
            let version = try? connection.first("PRAGMA user_version", read: { $0.integer(0) }),
            version == LedgerSchema.version
        else { return nil }
        self.proofs = proofs
        tables = LedgerTables(connection, user: user, base: 0, now: { Date(timeIntervalSince1970: 0) })
    }

    /// Returns why nothing proves who sent some of a chat's messages. Throws `SQLiteError`. Cost: a few reads a message.
    public func warnings(about messages: [MessageID], in chat: ChatID) throws -> [MessageID: SenderWarning] {
        guard let events = try tables.encryptedEvents(of: messages, in: chat) else { return [:] }
        let doubts = try proofs.doubts(about: events.map(\.id), in: chat)
        return [MessageID: SenderWarning](events, doubts)
    }
}
