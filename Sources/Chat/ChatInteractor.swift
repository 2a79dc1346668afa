import Transport

/// The chat's use cases, as its presenter calls them.
protocol ChatInteracting: Sendable {
    /// Calls `changed` whenever `content()` may answer differently, and keeps the chat connected, until the caller's
    /// task is cancelled.
    func follow(_ changed: @escaping @Sendable () -> Void) async
    func content() async throws -> ChatContent?
    func send(_ text: String) async throws
    func resend(_ message: MessageID) async throws
    func resendFailed() async throws
    func loadEarlier() async throws
    func see(_ message: MessageID) async
    func saveDraft(_ text: String) async throws
}

/// Why a text is not sent.
enum TextRefusal: Error, Equatable {
    case empty
    case tooLong(bytes: Int)
}

/// Decides what may be sent, how much history is shown, and when something counts as read.
actor ChatInteractor: ChatInteracting {
    static let pageSize = 50

    private let chat: ChatID
    private let model: any ChatModel
    private var limit = pageSize
    private var newestSeen: MessageID?
    private var markedRead: MessageID?
    private var lastContent: ChatContent?

    init(chat: ChatID, model: any ChatModel) {
        self.chat = chat
        self.model = model
    }

    func follow(_ changed: @escaping @Sendable () -> Void) async {
        await withDiscardingTaskGroup { [chat, model] group in
            group.addTask { await model.attend(chat) }
            group.addTask { for await _ in model.chatChanges(in: chat) { changed() } }
        }
    }

    /// Reading also settles what was seen while nobody was looking: focus is part of what changes.
    func content() async throws -> ChatContent? {
        lastContent = try await model.content(of: chat, limit: limit)
        await markSeenAsRead()
        return lastContent
    }

    func send(_ text: String) async throws {
        guard !text.allSatisfy(\.isWhitespace) else { throw TextRefusal.empty }
        let bytes = text.utf8.count
        guard bytes <= OutgoingMessage.textLimit else { throw TextRefusal.tooLong(bytes: bytes) }
        try await model.send(text, to: chat)
    }

    func resend(_ message: MessageID) async throws {
        try await model.resend(message, in: chat)
    }

    func resendFailed() async throws {
        for message in lastContent?.messages ?? [] {
            if case .failed = message.delivery { try await resend(message.id) }
        }
    }

    /// Shows an earlier page: from the history if it holds one, else from the server.
    func loadEarlier() async throws {
        guard let content = lastContent, content.hasEarlier else { return }
        if !content.hasStoredEarlier { try await model.loadEarlier(in: chat) }
        limit += Self.pageSize
    }

    func see(_ message: MessageID) async {
        newestSeen = message
        await markSeenAsRead()
    }

    func saveDraft(_ text: String) async throws {
        try await model.saveDraft(text, in: chat)
    }

    /// Marks the newest of the contact's messages up to the one seen as read, if somebody is looking.
    private func markSeenAsRead() async {
        guard let content = lastContent, content.isFocused, let newestSeen,
            let seen = content.messages.firstIndex(where: { $0.id == newestSeen }),
            let message = content.messages[...seen].last(where: { $0.isUnread && $0.author == .contact }),
            message.id != markedRead
        else { return }
        markedRead = message.id
        do {
            try await model.markRead(chat, upTo: message.id)
        } catch {
            // The disk is full, say: the message stays unread, and is tried again with the next change.
            markedRead = nil
        }
    }
}
