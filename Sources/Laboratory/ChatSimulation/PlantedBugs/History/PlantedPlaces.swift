import ChatTypes
import Transport

extension PlantedBug {
    /// The list keeps a chat's place when a message that waited there is dropped.
    public static let placeOfDroppedKept = PlantedBug(
        "placeOfDroppedKept",
        breaks: [.complete],
        firstSeed: 71,
        changes: .history(
            """
            CREATE TEMP TABLE dropped(chat INTEGER PRIMARY KEY);
            CREATE TEMP TRIGGER planted AFTER DELETE ON main.message WHEN OLD.waits = 2
            BEGIN
                INSERT OR IGNORE INTO dropped(chat) VALUES (OLD.chat);
            END;
            CREATE TEMP TRIGGER planted_place AFTER UPDATE OF activity ON main.chat
            WHEN EXISTS (SELECT 1 FROM dropped WHERE chat = NEW.key)
            BEGIN
                DELETE FROM dropped WHERE chat = NEW.key;
                UPDATE chat SET activity = OLD.activity WHERE key = NEW.key;
            END
            """
        )
    )

    /// A text of the user's loses its formatting once the server has it, also where a reply quotes it.
    public static let formattingLost = PlantedBug(
        "formattingLost",
        breaks: [.samePath, .survivesDeath, .answers],
        firstSeed: 7,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER UPDATE OF waits ON main.message
            WHEN NEW.waits = 0 AND OLD.waits > 0 AND NEW.spans IS NOT NULL
            BEGIN
                UPDATE message SET spans = NULL WHERE key = NEW.key;
            END
            """
        )
    )

    /// A text that is sent from outside its chat empties the draft there.
    public static let outsideTakesDraft = PlantedBug(
        "outsideTakesDraft",
        breaks: [.survivesDeath],
        firstSeed: 5,
        changes: .history(
            """
            CREATE TEMP TRIGGER planted AFTER INSERT ON main.message WHEN NEW.waits = 2
            BEGIN
                UPDATE chat SET draft = '' WHERE key = NEW.chat;
            END
            """
        )
    )

    /// What contacts change in an open chat is dropped by its socket.
    public static let socketDropsChanges = PlantedBug(
        "socketDropsChanges",
        breaks: [.samePath, .answers, .complete],
        firstSeed: 30001,
        changes: .sockets { sockets, _ in PlainSockets(inner: sockets) }
    )

    /// Receipts of chats that are not open are dropped.
    public static let pushDropsReceipts = PlantedBug(
        "pushDropsReceipts",
        breaks: [.receipts, .complete, .samePath],
        isElusive: true,
        changes: .pushes { pushes, _ in PlainPushes(inner: pushes) }
    )

    /// Reactions on pages of older messages are dropped.
    public static let pageDropsReactions = PlantedBug(
        "pageDropsReactions",
        breaks: [.answers],
        isElusive: true,
        changes: .service { PlainPages(inner: $0) }
    )

    /// Of two updates of one chat in a sync, the second is dropped.
    public static let secondUpdateDropped = PlantedBug(
        "secondUpdateDropped",
        breaks: [.complete, .receipts, .samePath],
        isElusive: true,
        changes: .service { SingleUpdates(inner: $0) }
    )
}

/// A socket source that passes on messages and receipts only.
private struct PlainSockets: SocketSource {
    let inner: SeverableTransport

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await inner.connect(to: chat) { event in await body(event.without(annotations: true)) }
    }
}

/// A push source that passes on everything but receipts.
private struct PlainPushes: PushSource {
    let inner: SeverableTransport

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await inner.receive { event in await body(event.without(annotations: false)) }
    }
}

/// A service whose pages have messages only.
private struct PlainPages: ForwardingService {
    let inner: SeverableTransport

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        let page = try await inner.page(of: chat, before: cursor)
        return MessagePage(messages: page.messages, next: page.next)
    }
}

/// A service whose syncs have one update of each chat.
private struct SingleUpdates: ForwardingService {
    let inner: SeverableTransport

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        let page = try await inner.sync(since: cursor)
        var seen: Set<ChatID> = []
        let updates = page.updates.filter { seen.insert($0.chat.id).inserted }
        return SyncPage(updates: updates, next: page.next, isComplete: page.isComplete)
    }
}

extension LiveEvent {
    /// The event without annotations, or else without receipts.
    fileprivate func without(annotations: Bool) -> LiveEvent {
        guard case .updates(let updates) = self else { return self }
        return .updates(
            updates.map { update in
                ChatUpdate(
                    chat: update.chat,
                    messages: update.messages,
                    receipts: annotations ? update.receipts : [],
                    annotations: annotations ? [] : update.annotations,
                    memberships: update.memberships
                )
            }
        )
    }
}
