import Chat
import Transport

extension PlantedFault {
    /// A file is asked for, and the screen waits for more until it is left.
    public static let endlessFetching = PlantedFault(
        "endlessFetching",
        breaks: [.nothingOutlives],
        firstSeed: 19,
        changes: .chat { chat, _ in EndlessFetching(inner: chat) }
    )
}

/// Does what it is asked, and never says so.
private struct EndlessFetching: ForwardingChatModel {
    let inner: any ChatModel

    func fetch(_ message: MessageID, in chat: ChatID) async throws {
        try await inner.fetch(message, in: chat)
        _ = await Mailbox<Never>().takeAll()
    }
}
