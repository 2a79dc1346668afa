import ChatStore
import Foundation
import Transport

/// The shared model: every chat in memory, and the disk behind them.
///
/// Whatever changes is on disk before it is here. Throws what the disk says.
final class ChatListModel {
    /// What news has changed.
    struct Changes {
        var chats: [ChatModel] = []
        /// Messages that are not announced yet.
        var announced: [(chat: ChatModel, message: Message)] = []
        /// Chats of which something is missing.
        var gaps: [ChatID] = []
    }

    let database: ChatDatabase
    private var chatsByID: [ChatID: ChatModel] = [:]
    var connection = Connection()
    /// Why the disk did not take what was written last.
    private(set) var storageProblem: String?
    /// Whether a person is looking at the app.
    var isFocused = true

    init(database: ChatDatabase) {
        self.database = database
    }

    /// The last in which something happened first.
    var chats: [ChatModel] {
        chatsByID.values
            .map { (activity: $0.activity, chat: $0) }
            .sorted { ($1.activity, $0.chat.id) < ($0.activity, $1.chat.id) }
            .map(\.chat)
    }

    var unreadCount: Int {
        chatsByID.values.reduce(0) { $0 + $1.unreadCount }
    }

    func chat(_ id: ChatID) -> ChatModel? {
        chatsByID[id]
    }

    /// The chats and messages in which a text is found.
    func search(_ text: String) throws -> [SearchHit] {
        try database.read { try $0.search(text, limit: Self.everything) }.hits
    }

    /// Reads everything from the disk.
    func load() throws {
        for stored in try database.read({ try $0.chats(limit: Self.everything) }) {
            if let header = try database.read({ try $0.chat(stored.id) }) { try reload(header) }
        }
    }

    /// Commits news; `isOnScreen` says whose messages need not be announced.
    func apply(
        _ updates: [ChatUpdate],
        isLive: Bool = false,
        syncedTo cursor: SyncCursor? = nil,
        isOnScreen: (ChatID) -> Bool = { _ in false }
    ) throws -> Changes {
        var applied: [(update: ChatUpdate, result: AppliedUpdate)] = []
        try write { writer in
            for update in updates {
                let result = try writer.apply(update, announcing: isLive || isOnScreen(update.chat.id))
                applied.append((update, result))
            }
            if let cursor { try writer.setSyncCursor(cursor) }
        }
        var changes = Changes()
        for (update, result) in applied {
            guard result.isChange || !result.announced.isEmpty else { continue }
            let chat = try reload(update.chat)
            changes.chats.append(chat)
            if result.opensGap { changes.gaps.append(chat.id) }
            if !isOnScreen(chat.id) { changes.announced += result.announced.map { (chat, $0) } }
        }
        return changes
    }

    /// Changes one chat on disk, then here.
    func change<Answer>(_ chat: ChatID, _ body: (borrowing ChatWriter) throws -> Answer) throws -> Answer {
        let answer = try write(body)
        if let header = try database.read({ try $0.chat(chat) }) { try reload(header) }
        return answer
    }

    private func write<Answer>(_ body: (borrowing ChatWriter) throws -> Answer) throws -> Answer {
        do {
            let answer = try database.write(body)
            storageProblem = nil
            return answer
        } catch {
            storageProblem = "Cannot save: \(error)"
            throw error
        }
    }

    @discardableResult
    private func reload(_ header: ChatHeader) throws -> ChatModel {
        let chat = chatsByID[header.id] ?? ChatModel(header)
        chatsByID[header.id] = chat
        if let timeline = try database.read({ try $0.timeline(of: header.id, in: .newest(Self.everything)) }) {
            chat.update(from: timeline)
        }
        return chat
    }

    private static var everything: Int { 1_000_000 }
}
