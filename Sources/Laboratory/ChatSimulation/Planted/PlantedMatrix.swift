import HTTPClient
import MatrixTransport
import Synchronization
import Transport

extension PlantedFault {
    /// Which server shows it: the adapter's faults show before a homeserver alone.
    public var server: ServerKind {
        switch self {
        case .gapClosedEarly, .newTransactionID, .echoShownTwice, .limitIgnored, .placeGivenTwice, .liveAsBacklog,
            .untoldMute:
            .matrix
        default: .simulated
        }
    }

    /// What it changes in the adapter's ledger.
    var ledgerScript: String? {
        switch self {
        case .gapClosedEarly:
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.event WHEN NEW.gap <> ''
            BEGIN
                UPDATE event SET gap = NULL WHERE room = NEW.room AND position = NEW.position;
            END
            """
        case .echoShownTwice:
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.event WHEN NEW.message IS NOT NULL
            BEGIN
                UPDATE event SET message = NULL WHERE room = NEW.room AND position = NEW.position;
            END
            """
        default: nil
        }
    }

    /// What it puts between the adapter and its homeserver.
    func client(around client: any HTTPClient) -> any HTTPClient {
        switch self {
        case .newTransactionID: ForgetfulClient(inner: client)
        case .limitIgnored: UnlimitedClient(inner: client)
        default: client
        }
    }
}

/// Puts each attempt to send under a transaction id of its own.
final class ForgetfulClient: HTTPClient {
    private let inner: any HTTPClient
    private let count = Mutex(0)

    init(inner: any HTTPClient) { self.inner = inner }

    func send(_ request: HTTPRequest, progress: @escaping @Sendable (HTTPProgress) -> Void) async throws -> HTTPResponse
    {
        var request = request
        if request.url.contains("/send/m.room.message/") {
            let attempt = count.withLock { count in
                count += 1
                return count
            }
            request.url += "-\(attempt)"
        }
        return try await inner.send(request, progress: progress)
    }
}

/// Takes the word that there is more from every sync.
struct UnlimitedClient: HTTPClient {
    let inner: any HTTPClient

    func send(_ request: HTTPRequest, progress: @escaping @Sendable (HTTPProgress) -> Void) async throws -> HTTPResponse
    {
        var response = try await inner.send(request, progress: progress)
        guard request.url.contains("/sync?"), request.url.contains("since=") else { return response }
        let text = String(decoding: response.body, as: UTF8.self)
        response.body = Array(text.replacing("\"limited\":true", with: "\"limited\":false").utf8)
        return response
    }
}

/// Gives every third message that comes the place of the one before it.
final class TwofoldPlaces: PushSource {
    private let inner: SeverableTransport

    init(inner: SeverableTransport) { self.inner = inner }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        let last = Mutex<[ChatID: Message]>([:])
        try await inner.receive { event in
            guard case .updates(let updates) = event else { return await body(event) }
            let changed = updates.map { update in
                let messages = update.messages.map { message in
                    let before = last.withLock { $0.updateValue(message, forKey: update.chat.id) }
                    guard let before, before.id != message.id else { return message }
                    return Message(
                        id: message.id,
                        author: message.author,
                        text: message.text,
                        imageCount: message.imageCount,
                        attachment: message.attachment,
                        isRemoved: message.isRemoved,
                        editNumber: message.editNumber,
                        sentAt: message.sentAt,
                        position: before.position,
                        predecessor: before.predecessor
                    )
                }
                return ChatUpdate(
                    chat: update.chat,
                    messages: messages,
                    receipts: update.receipts,
                    removals: update.removals,
                    edits: update.edits,
                    memberships: update.memberships
                )
            }
            await body(.updates(changed))
        }
    }
}

/// Has the session ask for what came live, as for what was missed.
struct BelatedPushes: PushSource {
    let inner: SeverableTransport

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await inner.receive { _ in await body(.opened) }
    }
}
