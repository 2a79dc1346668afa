import ChatStore
import ChatTypes
import RuntimeKit
import Synchronization
import Transport

/// Creates chats and groups. The user waits for it, so it retries for a minute only.
final class ChatCreator: Sendable {
    private struct GroupRequest: Hashable {
        let title: String
        let names: [String]
        let isEncrypted: Bool?
    }

    private let context: SessionContext
    private let inbox: Inbox
    /// The ids of groups that were requested and may exist on the server.
    private let pendingGroups = Mutex<[GroupRequest: MessageID]>([:])

    init(_ context: SessionContext, inbox: Inbox) {
        (self.context, self.inbox) = (context, inbox)
    }

    /// Returns the stored chat with a contact of that name, or the one that the server finds or creates if the user is out of that, or there
    /// is none.
    func createChat(with name: String, isEncrypted: Bool? = nil) async throws -> ChatID {
        let name = try ContactName(name).checkedText
        return try await create { [history = context.history, service = context.service] limit in
            let stored = try await history.read { reader in
                try reader.chat(withContactNamed: name).map { chat in
                    (chat: chat, isOver: try reader.standing(in: chat.id)?.state.isOver ?? false)
                }
            }
            if let stored, !stored.isOver { return stored.chat }
            // The server's directory need not have the name of a person with whom the user shares no chat.
            let known = MatrixLink(name) == nil ? stored?.chat.contact.id.rawValue : nil
            let person = known.flatMap { $0.isMatrixID ? $0 : nil } ?? name
            return try await service.withTimeLimit(limit) {
                try await $0.createChat(with: person, isEncrypted: isEncrypted)
            }
        }
    }

    /// Creates a group. A request that failed is repeated under its id, so that a lost response leaves no second group.
    func createGroup(with names: [String], title: String, isEncrypted: Bool? = nil) async throws -> ChatID {
        let (names, title) = (try names.map { try ContactName($0).checkedText }, try ContactName(title).checkedText)
        let request = GroupRequest(title: title, names: names, isEncrypted: isEncrypted)
        let id = pendingGroups.withLock { pending in
            let id = pending[request] ?? context.environment.makeMessageID()
            pending[request] = id
            return id
        }
        let group = OutgoingGroup(id: id, title: title, names: names, isEncrypted: isEncrypted)
        let chat = try await create { [service = context.service] limit in
            try await service.withTimeLimit(limit) { try await $0.createGroup(group) }
        }
        pendingGroups.withLock { $0[request] = nil }
        return chat
    }

    /// Calls `request` with the time left, until it succeeds, is refused or the time is up.
    private func create(_ request: (Duration) async throws -> ChatHeader) async throws -> ChatID {
        let (backoff, stopwatch) = (context.makeBackoff(), Stopwatch(clock: context.environment.clock))
        while true {
            do {
                // The last attempt gets time for a response as well.
                let header = try await request(max(Self.timeLimit - stopwatch.now, .seconds(5)))
                try await context.history.commit { try $0.admit(header.id) }
                try await inbox.receive([ChatUpdate(chat: header)])
                // The limits for text from the server may have rejected the chat.
                guard try await context.history.read({ try $0.chat(header.id) }) != nil else {
                    throw SessionError.unusableChat
                }
                return header.id
            } catch let error as ServiceError where error.isTemporary && stopwatch.now < Self.timeLimit {
                // Nothing changes until the user has logged in again.
                if case .unauthorized = error { throw error }
                // A delay beyond the time limit fails at once.
                if case .tryAgain(let delay) = error, stopwatch.now + delay > Self.timeLimit { throw error }
                await context.pause(backoff, after: error)
                try Task.checkCancellation()
            }
        }
    }

    private static let timeLimit: Duration = .seconds(60)
}

extension ContactName {
    /// The text. Throws the error of the name.
    fileprivate var checkedText: String {
        get throws(ContactName.NameError) {
            if let error { throw error }
            return text
        }
    }
}
