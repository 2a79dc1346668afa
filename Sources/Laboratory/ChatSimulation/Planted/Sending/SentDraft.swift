import Chat
import Transport

extension PlantedFault {
    /// What is typed and not sent is sent all the same.
    public static let sentDraft = PlantedFault(
        "sentDraft",
        breaks: [.sentOnce],
        firstSeed: 2,
        changes: .chat { chat, _ in SendingDrafts(inner: chat) }
    )
}

/// Sends each draft that it keeps.
private struct SendingDrafts: ForwardingChatModel {
    let inner: any ChatModel

    func saveDraft(_ text: String, in chat: ChatID) async throws {
        if !text.isEmpty { _ = try await inner.send(text, to: chat) }
        try await inner.saveDraft(text, in: chat)
    }
}
