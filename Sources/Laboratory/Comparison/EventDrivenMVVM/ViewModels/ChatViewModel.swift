import ChatStore
import ScreenKit
import Transport

/// A chat, ready to be shown.
struct ChatViewModel: Equatable {
    let title: String
    let subtitle: String?
    let messages: [MessageViewModel]
    let hasEarlier: Bool
    let isMuted: Bool
    let typing: String?
    let status: String?
    /// What is to stand in the message field from now on; nil when that stays as it is.
    let field: String?
    /// To be told once.
    let alert: String?
}

/// A message, ready to be shown.
struct MessageViewModel: Equatable, Identifiable {
    let id: MessageID
    let sender: String?
    let text: String
    let isEdited: Bool
    let editFailure: String?
    let isMine: Bool
    let time: String
    let delivery: Delivery
    let followsGap: Bool
}

/// Builds what a chat shows.
struct ChatViewModelBuilder {
    let environment: ChatEnvironment

    func build(for chat: ChatModel, field: String?, error: (any Error)?) -> ChatViewModel {
        ChatViewModel(
            title: chat.timeline?.contact.name ?? "",
            subtitle: chat.timeline?.group.map(groupText),
            messages: chat.timeline?.messages.map(build) ?? [],
            hasEarlier: chat.timeline?.hasEarlier ?? false,
            isMuted: chat.timeline?.isMuted ?? false,
            typing: typingText(of: chat.typists),
            status: chat.status.connection.text,
            field: field,
            alert: error.map(errorText) ?? alertText(fault: chat.fault, status: chat.status)
        )
    }

    private func build(for message: StoredMessage) -> MessageViewModel {
        MessageViewModel(
            id: message.id,
            sender: message.senderName,
            text: previewText(of: message.text, imageCount: message.imageCount, isRemoved: message.isRemoved),
            isEdited: message.isEdited,
            editFailure: message.editFailure,
            isMine: message.author == .me,
            time: environment.messageTimeText(for: message.time),
            delivery: message.delivery,
            followsGap: message.followsGap
        )
    }
}
