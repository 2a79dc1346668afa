import Foundation
import MatrixTransport
import Synchronization
import Transport

/// Which server a session is played before.
public enum ServerKind: String, CaseIterable, Sendable {
    /// The simulated server's own protocol.
    case simulated
    /// The adapter for Matrix, before a simulated homeserver.
    case matrix
}

/// The adapter's side of a world: its homeserver, and the ledger of the life that is lived.
final class MatrixWorld: Sendable {
    let homeserver: SimulatedHomeserver
    private let ledger = Mutex<MatrixLedger?>(nil)
    private let path: String

    init(server: SimulatedServer, network: SimulatedConnection, environment: ChatEnvironment, folder: URL) {
        homeserver = SimulatedHomeserver(server: server, network: network, environment: environment)
        path = folder.appending(path: "matrix.sqlite").path
    }

    /// The adapter of one life, on the ledger that the last one left.
    func transport(
        _ environment: ChatEnvironment,
        plant: PlantedFault?,
        diskFault: @escaping @Sendable () throws -> Void
    ) throws -> MatrixTransport {
        let opened = try MatrixLedger(
            path: path,
            user: ContactID(MatrixEvents.me),
            random: environment.random,
            now: environment.now,
            diskFault: diskFault,
            planting: plant?.ledgerScript
        )
        ledger.withLock { $0 = opened }
        let account = MatrixAccount(
            homeserver: "https://simulated",
            user: ContactID(MatrixEvents.me),
            device: "D",
            token: "T"
        )
        let client = plant?.client(around: homeserver) ?? homeserver
        return MatrixTransport(account: account, ledger: opened, client: client, environment: environment)
    }

    /// The life is over, and its ledger with it.
    func closeLedger() {
        ledger.withLock { $0 = nil }
    }

    /// The server's log with the places that the adapter has given; what it has not met has one that fits in.
    func placed(_ log: [Message], in chat: ChatID) async -> [Message] {
        let places = (try? await ledger.withLock { $0 }?.places(in: chat)) ?? [:]
        var positions = log.map { places[$0.id]?.rawValue }
        let first = positions.firstIndex { $0 != nil } ?? 0
        let base = positions.isEmpty ? 0 : positions[first] ?? 0
        for index in positions.indices where positions[index] == nil {
            positions[index] = index < first ? base - Int64(first - index) : (positions[max(0, index - 1)] ?? 0) + 1
        }
        return zip(log, positions).enumerated().map { index, pair in
            let (message, position) = pair
            let before = index == 0 ? nil : positions[index - 1]
            return Message(
                id: message.id,
                author: message.author,
                text: message.text,
                imageCount: min(message.imageCount, 1),
                attachment: message.attachment.map { $0.placed(at: MatrixEvents.address(of: $0.id)) },
                isRemoved: message.isRemoved,
                editNumber: message.editNumber == 0 ? 0 : MatrixEvents.number(of: message.editNumber),
                sentAt: message.sentAt,
                position: Position(position ?? 0),
                predecessor: before.map { Predecessor(position: Position($0), cursor: PageCursor("")) }
            )
        }
    }
}
