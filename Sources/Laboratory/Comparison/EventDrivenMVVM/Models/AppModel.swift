import Foundation
import Transport

/// All that the app knows, in memory: a value, which events replace and views are built from.
struct AppModel {
    var chats: [ChatID: ChatModel] = [:]
    /// Those that have come.
    var pictures: [ContactID: Picture] = [:]
    var connection = Connection()
    /// Why the disk did not take what was written last.
    var storageProblem: String?
    /// Whether a person looks at the app.
    var isFocused = true
    /// The one on top last; none until the app has been launched.
    var screens: [ScreenModel] = []
    var list = ChatListModel()
    var form = CreateChatModel()
    /// What is to be told on the open chat's screen.
    var chatProblem: String?

    /// The one in which something happened last first.
    var sortedChats: [ChatModel] {
        chats.values
            .map { (activity: $0.activity, chat: $0) }
            .sorted { ($1.activity, $0.chat.id) < ($0.activity, $1.chat.id) }
            .map(\.chat)
    }

    /// Counted over every message of every chat.
    var unreadCount: Int { chats.values.reduce(0) { $0 + $1.unreadCount } }

    /// The chat on screen, if one is.
    var openChat: ChatID? {
        if case .chat(let chat) = screens.last { chat } else { nil }
    }
}
