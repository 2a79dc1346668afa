import ChatStore
import ChatTypes
import RuntimeKit
import Transport

/// Sends one committed fact of each chat, such as its latest receipt, until the server has it.
///
/// Only the newest value is sent; values that it replaced while they waited never are.
struct DueSender<Value: Equatable & Sendable>: Sendable {
    /// The chats in which a value is due.
    typealias FindChats = @Sendable (borrowing ChatReader) throws -> [ChatID]
    /// The value that is due in a chat.
    typealias FindValue = @Sendable (borrowing ChatReader, ChatID) throws -> Value?
    /// Sends a value to the server. If it returns, the value counts as confirmed; if it throws a refusal, the value stays due.
    typealias Send = @Sendable (any ChatService, Value, ChatID) async throws -> Void
    /// Marks a value as sent, unless a newer one has replaced it.
    typealias Confirm = @Sendable (borrowing ChatWriter, Value, ChatID) throws -> Void

    private let context: SessionContext
    private let workers: ChatWorkers
    private let findChats: FindChats
    private let findValue: FindValue
    private let send: Send
    private let confirm: Confirm

    init(
        _ context: SessionContext,
        on workers: ChatWorkers,
        findChats: @escaping FindChats,
        findValue: @escaping FindValue,
        send: @escaping Send,
        confirm: @escaping Confirm
    ) {
        (self.context, self.workers) = (context, workers)
        (self.findChats, self.findValue, self.send, self.confirm) = (findChats, findValue, send, confirm)
    }

    /// Sends until the caller's task is cancelled.
    func run() async {
        await workers.run {
            try await context.history.read(findChats)
        } _: {
            await sendAll(in: $0, $1)
        }
    }

    private func sendAll(in chat: ChatID, _ backoff: Backoff) async -> (any Error)? {
        await backoff.attemptAll {
            try await context.history.read { try findValue($0, chat) }
        } attempting: { value in
            try await context.service.withTimeLimit { try await send($0, value, chat) }
            try await context.history.commit { try confirm($0, value, chat) }
        }
    }
}

extension DueSender<DueReceipt> {
    /// Sends receipts.
    ///
    /// A refused receipt counts as confirmed, since the next message read makes a new one. It stays due in a group that the user has
    /// left, until the user is back.
    static func receipts(_ context: SessionContext) -> Self {
        DueSender(context, on: context.queues.receipts) {
            try $0.dueReceipts().map(\.chat)
        } findValue: {
            try $0.dueReceipt(in: $1)
        } send: { service, receipt, chat in
            do {
                try await service.markRead(chat, upTo: receipt.message, in: receipt.scope)
            } catch ServiceError.refused(let code, _)
                where code != .notMember
            {}
        } confirm: {
            try $0.confirmReceipt(for: $1.message, in: $2, scope: $1.scope)
        }
    }
}

extension DueSender<NotificationMode> {
    /// Sends what of each chat notifies the user. A refused setting counts as confirmed, and still applies on this device.
    static func notifications(_ context: SessionContext) -> Self {
        DueSender(context, on: context.queues.notifications) {
            try $0.chatsWithDueNotifications()
        } findValue: {
            try $0.dueNotifications(in: $1)
        } send: { service, mode, chat in
            do { try await service.setNotifications(mode, in: chat) } catch ServiceError.refused {}
        } confirm: {
            try $0.confirmNotifications($1, in: $2)
        }
    }
}

extension DueSender<[ChatMark: Bool]> {
    /// Sends the marks of each chat. A refused mark counts as confirmed, and still applies on this device.
    static func marks(_ context: SessionContext) -> Self {
        DueSender(context, on: context.queues.marks) {
            try $0.chatsWithDueMarks()
        } findValue: {
            try $0.dueMarks(in: $1)
        } send: { service, marks, chat in
            for (mark, isSet) in marks.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                do { try await service.set(mark, to: isSet, in: chat) } catch ServiceError.refused {}
            }
        } confirm: {
            try $0.confirm($1, in: $2)
        }
    }
}
