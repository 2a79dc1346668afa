import Chat
import ChatTypes

extension PlantedBug {
    /// A draft is sent as a message.
    public static let sentDraft = PlantedBug(
        "sentDraft",
        breaks: [.sentOnce],
        firstSeed: 2,
        changes: .chat { chat, _ in SendingDrafts(inner: chat) }
    )
}

/// A chat model that sends every draft it saves.
private struct SendingDrafts: ForwardingChatModel {
    let inner: any ChatModel

    func saveDraft(_ text: String, in chat: ChatID) async throws {
        if !text.isEmpty { _ = try await inner.send(text, to: chat) }
        try await inner.saveDraft(text, in: chat)
    }
}
