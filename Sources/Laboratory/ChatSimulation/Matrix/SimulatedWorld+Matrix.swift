import ChatTypes
import Foundation
import MatrixCrypto
import MatrixTransport
import OlmKit
import RuntimeKit
import SimulatedServer
import Synchronization

/// The server that a session is played against.
public enum ServerKind: String, CaseIterable, Sendable {
    /// The simulated server with its own protocol.
    case simulated
    /// A simulated homeserver behind the Matrix adapter.
    case matrix
}

/// The Matrix part of a world: its homeserver, and the ledger of the current process.
final class MatrixWorld: Sendable {
    let homeserver: SimulatedHomeserver
    private let ledger = Mutex<MatrixLedger?>(nil)
    private let path: String
    private let keysPath: String

    /// - Parameter encryption: The keys and encrypted rooms of the homeserver, if it has any.
    init(
        server: SimulatedChatServer,
        network: SimulatedConnection,
        environment: ChatEnvironment,
        folder: URL,
        encryption: SimulatedEncryption? = nil
    ) {
        homeserver = SimulatedHomeserver(
            server: server,
            network: network,
            environment: environment,
            encryption: encryption
        )
        path = folder.appending(path: "matrix.sqlite").path
        keysPath = folder.appending(path: "crypto.sqlite").path
    }

    var encryption: SimulatedEncryption? { homeserver.encryption }

    /// Returns the adapter for a new process, on the ledger left by the previous one.
    func transport(
        _ environment: ChatEnvironment,
        bug: PlantedBug?,
        diskFault: @escaping @Sendable () throws -> Void
    ) throws -> MatrixTransport {
        let opened = try MatrixLedger(
            path: path,
            user: ContactID(MatrixEvents.me),
            random: environment.random,
            now: environment.now,
            diskFault: diskFault,
            planting: bug?.ledgerScript
        )
        ledger.withLock { $0 = opened }
        let account = MatrixAccount(
            homeserver: "https://simulated",
            user: ContactID(MatrixEvents.me),
            device: "D",
            token: "T"
        )
        let client = bug?.client(around: homeserver) ?? homeserver
        guard let encryption else {
            return MatrixTransport(account: account, ledger: opened, client: client, environment: environment)
        }
        let machine = try EncryptionMachine(
            path: keysPath,
            user: MatrixEvents.me,
            device: account.device,
            random: SecureRandom { environment.random.next() },
            now: environment.now,
            diskFault: diskFault,
            planting: [encryption.accountScript, bug?.keyScript].compactMap(\.self).joined(separator: ";\n")
        )
        return MatrixTransport(
            account: account,
            ledger: opened,
            client: AnswerWitness(inner: client, encryption: encryption),
            environment: environment,
            encryption: machine,
            settings: MatrixSettings(encryptsChats: environment.random.chance(0.75))
        )
    }

    /// Closes the ledger at the end of a process.
    func closeLedger() {
        ledger.withLock { $0 = nil }
    }

    /// Whether polls are asked in a room: in one that is not encrypted.
    func takesPolls(in chat: ChatHeader) -> Bool { !(encryption?.isEncrypted(chat.contact.user) ?? false) }

    /// Returns the server's log with the positions assigned by the adapter. Messages unknown to the adapter receive
    /// positions that fit in between.
    func placed(_ log: [Message], in chat: ChatHeader) async -> [Message] {
        let places = (try? await ledger.withLock { $0 }?.places(in: chat.id)) ?? [:]
        var positions = log.map { places[$0.id]?.rawValue }
        let first = positions.firstIndex { $0 != nil } ?? 0
        let base = positions.isEmpty ? 0 : positions[first] ?? 0
        for index in positions.indices where positions[index] == nil {
            positions[index] = index < first ? base - Int64(first - index) : (positions[max(0, index - 1)] ?? 0) + 1
        }
        return zip(log, positions).enumerated().map { index, pair in
            let (message, position) = pair
            let before = index == 0 ? nil : positions[index - 1]
            let forgery = encryption?.forgery(message.id)
            return Message(
                id: message.id,
                author: message.author,
                text: message.text,
                imageCount: min(message.imageCount, 1),
                attachment: message.attachment.map { $0.placed(at: address(of: $0.id)) },
                poll: takesPolls(in: chat) ? message.poll : nil,
                repliesTo: message.repliesTo,
                isDeleted: message.isDeleted,
                mentionsMe: message.mentionsMe,
                event: message.event,
                editNumber: forgery.flatMap { message.isDeleted ? nil : $0.number }
                    ?? (message.editNumber == 0 ? 0 : MatrixEvents.number(of: message.editNumber)),
                sentAt: message.sentAt,
                position: Position(position ?? 0),
                predecessor: before.map { Predecessor(position: Position($0), cursor: PageCursor("")) }
            )
        }
    }

    /// Returns the id that the app gives a file of the server's.
    private func address(of file: FileID) -> FileID {
        encryption?.state.withLock { $0.files.address(of: file) } ?? MatrixEvents.address(of: file)
    }

    /// Returns the server's file by the id that the app gives it.
    func file(_ id: FileID) -> FileID {
        let file = MatrixEvents.file(at: id.rawValue)
        guard let encryption, let end = file.rawValue.firstIndex(of: "?") else { return file }
        let sealed = FileID(String(file.rawValue[..<end]))
        return encryption.state.withLock { $0.files.plain(of: sealed) } ?? sealed
    }
}
