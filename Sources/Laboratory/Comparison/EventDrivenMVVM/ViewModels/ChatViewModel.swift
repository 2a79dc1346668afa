import ChatStore
import ChatTypes
import PhoneKit
import RuntimeKit
import ScreenKit

/// A chat, ready for display.
struct ChatViewModel: Equatable {
    let title: String
    let subtitle: String?
    let messages: [MessageViewModel]
    let hasEarlier: Bool
    let isMuted: Bool
    let typing: String?
    let status: String?
    /// The new text of the message field; `nil` to leave it unchanged.
    let field: String?
    /// An alert to show once.
    let alert: String?
}

/// A message, ready for display.
struct MessageViewModel: Equatable, Identifiable {
    let id: MessageID
    let sender: String?
    let text: String
    let isEdited: Bool
    let editFailure: String?
    let answered: String?
    let reactions: [MessageReaction]
    let isMine: Bool
    let time: String
    let delivery: Delivery
    let followsGap: Bool
}

/// A builder of view models for a chat.
struct ChatViewModelBuilder {
    let environment: ChatEnvironment

    func build(for chat: ChatModel, field: String?, error: (any Error)?) -> ChatViewModel {
        ChatViewModel(
            title: chat.timeline?.contact.name ?? "",
            subtitle: chat.timeline?.group.map(groupText),
            messages: chat.timeline?.messages.map(build) ?? [],
            hasEarlier: chat.timeline?.hasEarlier ?? false,
            isMuted: chat.timeline?.isMuted ?? false,
            typing: typingText(of: chat.typingAuthors),
            status: chat.status.connection.text,
            field: field,
            alert: error.map(errorText) ?? alertText(fault: chat.fault, status: chat.status)
        )
    }

    private func build(for message: ChatMessage) -> MessageViewModel {
        MessageViewModel(
            id: message.id,
            sender: message.senderName,
            text: previewText(of: message.text, imageCount: message.imageCount, isDeleted: message.isDeleted),
            isEdited: message.isEdited,
            editFailure: message.editFailure,
            answered: message.answered.map(answeredText),
            reactions: message.reactions,
            isMine: message.author == .me,
            time: environment.messageTimeText(for: message.time),
            delivery: message.delivery,
            followsGap: message.followsGap
        )
    }
}
