import Chat
import ChatTypes
import RuntimeKit

extension PlantedBug {
    /// The window follows the newest messages although the user has scrolled up.
    public static let restlessWindow = PlantedBug(
        "restlessWindow",
        breaks: [.complete],
        firstSeed: 14,
        changes: .chat { model, _ in RestlessWindow(inner: model) }
    )
}

/// A chat model that returns the newest messages for every window.
private struct RestlessWindow: ForwardingChatModel {
    let inner: any ChatModel

    func messages(of chat: ChatID, _ window: MessageWindow) async -> LiveQuery<MessageWindow, QueryResult<ChatWindow?>>
    {
        await inner.messages(of: chat, window).answering { request in
            if case .around(_, let before, let after) = request { .newest(before + after + 1) } else { request }
        }
    }
}
