import Chat
import CreateChat
import Synchronization
import Transport

/// Tells the server that a message was read before that is stored.
struct HastyReceipts: ForwardingChatModel {
    let inner: any ChatModel
    let service: any ChatService

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool {
        try? await service.markRead(chat, upTo: message)
        return try await inner.markRead(chat, upTo: message)
    }
}

/// Tells the server of what is shown, whether or not a person looks.
struct UnseenReceipts: ForwardingChatModel {
    let inner: any ChatModel
    let service: any ChatService

    func messages(of chat: ChatID, _ window: MessageWindow) async -> LiveQuery<MessageWindow, Snapshot<ChatWindow?>> {
        await inner.messages(of: chat, window).map { snapshot in
            snapshot.map { $0.map { $0.lookedAt } }
        }
    }

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool {
        try? await service.markRead(chat, upTo: message)
        return try await inner.markRead(chat, upTo: message)
    }
}

extension ChatWindow {
    fileprivate var lookedAt: ChatWindow {
        ChatWindow(
            contact: contact,
            group: group,
            messages: messages,
            hasStoredEarlier: hasStoredEarlier,
            hasEarlier: hasEarlier,
            hasLater: hasLater,
            draft: draft,
            isMuted: isMuted,
            typists: typists
        )
    }
}

/// Shows messages in the order of their times, and those of one time by id.
struct TimeSorted: ForwardingChatModel {
    let inner: any ChatModel

    func messages(of chat: ChatID, _ window: MessageWindow) async -> LiveQuery<MessageWindow, Snapshot<ChatWindow?>> {
        await inner.messages(of: chat, window).map { snapshot in
            snapshot.map { $0.map(\.sortedByTime) }
        }
    }
}

extension ChatWindow {
    fileprivate var sortedByTime: ChatWindow {
        ChatWindow(
            contact: contact,
            group: group,
            messages: messages.sorted { ($0.time, $0.id) < ($1.time, $1.id) },
            hasStoredEarlier: hasStoredEarlier,
            hasEarlier: hasEarlier,
            hasLater: hasLater,
            draft: draft,
            isLookedAt: isLookedAt,
            isMuted: isMuted,
            typists: typists
        )
    }
}

/// Answers each question about names with the answer to the one before.
final class StaleSuggestions: CreateChatModel {
    private let inner: any CreateChatModel
    private let last = Mutex<[Contact]>([])

    init(inner: any CreateChatModel) {
        self.inner = inner
    }

    func contacts(matching text: String, limit: Int) async throws -> [Contact] {
        let answer = try await inner.contacts(matching: text, limit: limit)
        return last.withLock { last in
            defer { last = answer }
            return last
        }
    }

    func createChat(with name: String) async throws -> ChatID { try await inner.createChat(with: name) }

    func createGroup(with names: [String], title: String) async throws -> ChatID {
        try await inner.createGroup(with: names, title: title)
    }
}
