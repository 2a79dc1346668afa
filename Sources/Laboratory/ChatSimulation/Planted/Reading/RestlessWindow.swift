import Chat
import Transport

extension PlantedFault {
    /// The window follows the newest though the person has scrolled up.
    public static let restlessWindow = PlantedFault(
        "restlessWindow",
        breaks: [.complete],
        firstSeed: 15,
        changes: .chat { model, _ in RestlessWindow(inner: model) }
    )
}

/// Answers with the newest messages, whichever are asked for.
private struct RestlessWindow: ForwardingChatModel {
    let inner: any ChatModel

    func messages(of chat: ChatID, _ window: MessageWindow) async -> LiveQuery<MessageWindow, Snapshot<ChatWindow?>> {
        await inner.messages(of: chat, window).answering { request in
            if case .around(_, let before, let after) = request { .newest(before + after + 1) } else { request }
        }
    }
}
