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
    func see(_ row: MessageID) async
    func saveDraft(_ text: String) async throws
}

/// Decides what may be sent, how much history is shown, and when something counts as read.
actor ChatInteractor: ChatInteracting {
    static let pageSize = 50

    private let chat: ChatID
    private let model: any ChatModel
    private var limit = pageSize
    /// The contact's newest messages that were seen at some time and are not settled yet.
    private var seen: [MessageID] = []
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

    /// Reading also settles what was seen, by the focus that holds now.
    func content() async throws -> ChatContent? {
        lastContent = try await model.content(of: chat, limit: limit)
        await markSeenAsRead()
        return lastContent
    }

    func send(_ text: String) async throws {
        if let refusal = TextFault(of: text) { throw refusal }
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

    /// Settled by the next `content()`: what was shown with focus may be reported without it.
    ///
    /// What counts is the contact's newest message up to that row as things stand now, with nothing that has yet to be
    /// shown: a message that comes later may be sorted in above a row that was seen before it.
    func see(_ row: MessageID) {
        guard let messages = lastContent?.messages, let index = messages.lastIndex(where: { $0.id == row }),
            let message = messages[...index].last(where: { $0.author == .contact && $0.isUnread })
        else { return }
        seen.removeAll { $0 == message.id }
        seen.append(message.id)
    }

    func saveDraft(_ text: String) async throws {
        try await model.saveDraft(text, in: chat)
    }

    /// Marks the newest of the contact's messages up to the last one seen as read, if somebody is looking.
    private func markSeenAsRead() async {
        guard let content = lastContent, content.isFocused, !seen.isEmpty else { return }
        if let message = content.messages.last(where: { $0.isUnread && seen.contains($0.id) }) {
            // The disk is full, say: the message stays unread, and is tried again with the next change.
            do { try await model.markRead(chat, upTo: message.id) } catch { return }
        }
        seen = []
    }
}
