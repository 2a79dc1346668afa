import ChatTypes
import Foundation
import RuntimeKit

@testable import ChatSession
@testable import ChatStore

/// The content of a history.
struct HistorySnapshot: Equatable, Sendable {
    let chats: [StoredChat]
    let timelines: [Timeline]
    let unread: Int
}

extension SessionWorld {
    func history() throws -> HistorySnapshot {
        try perform { session in
            try await session.read { reader in
                let chats = try reader.chats(limit: 100)
                return HistorySnapshot(
                    chats: chats,
                    timelines: try chats.compactMap { try reader.timeline(of: $0.id, in: .newest(1000)) },
                    unread: try reader.unreadCount()
                )
            }
        }
    }

    func messages(in chat: ChatHeader = ada) throws -> [ChatMessage] {
        try perform { try await $0.read { try $0.timeline(of: chat.id, in: .newest(1000))?.messages ?? [] } }
    }

    func texts(in chat: ChatHeader = ada) throws -> [String] { try messages(in: chat).map(\.text) }

    func deliveries(in chat: ChatHeader = ada) throws -> [Delivery] { try messages(in: chat).map(\.delivery) }

    func unread() throws -> Int { try perform { try await $0.read { try $0.unreadCount() } } }

    func status() throws -> ModelStatus { try perform { await $0.status } }

    /// Takes the notifications that wait, and returns the ids of their messages.
    func notified() -> [String] {
        session.notifier.drain().map(\.message.id.rawValue)
    }

    @discardableResult
    func send(_ text: String, to chat: ChatHeader = ada) throws -> MessageID {
        try perform { try await $0.send(text, to: chat.id) }
    }

    /// Opens a chat, marks it as read up to a message, and leaves it.
    func markRead(_ number: Int, in chat: ChatHeader = ada) throws {
        session.setTopChat(chat.id)
        try perform { try await $0.markRead(chat.id, upTo: MessageID("m\(number)")) }
        session.setTopChat(nil)
    }

    /// Shows a screen of the chat on top until the task is cancelled.
    @discardableResult
    func enter(_ chat: ChatHeader) -> Task<Void, Never> {
        begin { session in
            session.setTopChat(chat.id)
            await session.connect(to: chat.id)
            session.setTopChat(nil)
        }
    }

    /// Counts the runs of a query that depends on `scope`, including the first.
    @discardableResult
    func listen(to scope: ChangeScope, _ counter: Counter) -> Task<Void, Never> {
        begin { await $0.query((), dependingOn: scope) { _, _ in }.follow { _ in counter.increment() } }
    }

    /// Makes every statement that may write fail, or none.
    func setDiskFull(_ isFull: Bool) throws {
        try perform { session in
            await session.setDiskFull(isFull)
        }
    }

    /// Changes the database without the session.
    func execute(_ script: String) throws {
        try perform { try await $0.execute(script) }
    }

    /// Makes the `number`th statement from now on that may write fail, and none after it.
    func failStatement(_ number: Int) throws {
        try perform { await $0.failStatements(from: number, upTo: number) }
    }

    /// Makes the `number`th statement from now on that may write fail, and all after it, as at a death.
    func failStatements(from number: Int) throws {
        try perform { await $0.failStatements(from: number, upTo: .max) }
    }
}

extension Session {
    fileprivate func setDiskFull(_ isFull: Bool) async {
        await withDatabase { $0.diskFault = isFull ? { throw DiskFull() } : nil }
    }

    fileprivate func failStatements(from first: Int, upTo last: Int) async {
        await withDatabase { database in
            var count = 0
            database.diskFault = {
                count += 1
                if (first...last).contains(count) { throw DiskFull() }
            }
        }
    }

    fileprivate func execute(_ script: String) async throws { try await withDatabase { try $0.execute(script) } }
}

struct DiskFull: Error, CustomStringConvertible {
    var description: String { "no space left on the disk" }
}

/// The path of a history that is removed with the test.
struct TemporaryFile: ~Copyable {
    let path = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString).db").path

    deinit {
        for end in ["", "-wal", "-shm", ".files"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
}
