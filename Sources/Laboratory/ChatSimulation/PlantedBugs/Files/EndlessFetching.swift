import Chat
import ChatTypes
import RuntimeKit

extension PlantedBug {
    /// After requesting a file, the screen waits forever.
    public static let endlessFetching = PlantedBug(
        "endlessFetching",
        breaks: [.nothingOutlives],
        firstSeed: 33,
        changes: .chat { chat, _ in EndlessFetching(inner: chat) }
    )
}

/// A chat model that downloads files without ever returning.
private struct EndlessFetching: ForwardingChatModel {
    let inner: any ChatModel

    func download(_ message: MessageID, in chat: ChatID) async throws {
        try await inner.download(message, in: chat)
        _ = await CoalescingQueue<Never>().takeAll()
    }
}
