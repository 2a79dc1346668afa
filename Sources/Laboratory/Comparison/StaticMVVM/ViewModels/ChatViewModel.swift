import ChatSession
import ChatStore
import ChatTypes
import PhoneKit
import RuntimeKit
import ScreenKit

/// A chat, ready for display, and what the user can do there.
struct ChatViewModel {
    let title: String
    let subtitle: String?
    /// The rows; `nil` until they have been loaded.
    let messages: [MessageViewModel]?
    let hasEarlier: Bool
    let isMuted: Bool
    let typing: String?
    let status: String?
    /// The new text of the message field; `nil` to leave it unchanged.
    let field: String?
    /// An alert to show once.
    let alert: String?
    let type: (String) -> Void
    let send: (String) -> Void
    let mute: (Bool) -> Void
    let afterShowingMessages: () -> Void
    let reachEnd: () -> Void
}

/// A message, ready for display, and what the user can do with it.
struct MessageViewModel: Equatable, Identifiable {
    fileprivate let message: ChatMessage
    let text: String
    let answered: String?
    let time: String
    let resend: () -> Void
    let delete: () -> Void
    let edit: (String) -> Void
    let reply: (String) -> Void
    let react: (String) -> Void

    var id: MessageID { message.id }
    var sender: String? { message.senderName }
    var isEdited: Bool { message.isEdited }
    var editFailure: String? { message.editFailure }
    var reactions: [MessageReaction] { message.reactions }
    var isMine: Bool { message.author == .me }
    var delivery: Delivery { message.delivery }
    var followsGap: Bool { message.followsGap }

    static func == (left: Self, right: Self) -> Bool { (left.message, left.time) == (right.message, right.time) }
}

enum ChatViewModelBuilder {
    static func build(for chat: ChatModel, field: String? = nil, error: (any Error)? = nil) -> ChatViewModel {
        let id = chat.id
        return ChatViewModel(
            title: chat.timeline?.contact.name ?? "",
            subtitle: chat.timeline?.group.map(groupText),
            messages: chat.timeline?.messages.map { MessageViewModelBuilder.build(for: $0, in: id) },
            hasEarlier: chat.timeline?.hasEarlier ?? false,
            isMuted: chat.timeline?.isMuted ?? false,
            typing: typingText(of: chat.typingAuthors),
            status: chat.status.connection.text,
            field: field,
            alert: error.map(errorText) ?? alertText(fault: chat.fault, status: chat.status),
            type: { MessageEventRouter.route(event: .typing($0, in: id)) },
            send: { ChatEndpoint.send($0, to: id) },
            mute: { isMuted in ChatEndpoint.change(id) { try await $0.setMuted(isMuted, in: id) } },
            afterShowingMessages: { MessageEventRouter.route(event: .userReads(in: id)) },
            reachEnd: { MessageEventRouter.route(event: .reachedEnd(in: id)) }
        )
    }
}

enum MessageViewModelBuilder {
    static func build(for message: ChatMessage, in chat: ChatID) -> MessageViewModel {
        let id = message.id
        return MessageViewModel(
            message: message,
            text: previewText(of: message.text, imageCount: message.imageCount, isDeleted: message.isDeleted),
            answered: message.answered.map(answeredText),
            time: AppProcess.current?.context.environment.messageTimeText(for: message.time) ?? "",
            resend: {
                if message.hasFailed { ChatEndpoint.change(chat) { try await $0.resend(id, in: chat) } }
            },
            delete: { ChatEndpoint.change(chat) { try await $0.delete(id, in: chat) } },
            edit: { text in ChatEndpoint.change(chat) { try await $0.edit(id, to: text, in: chat) } },
            reply: { text in ChatEndpoint.change(chat) { try await $0.reply(text, to: id, in: chat) } },
            react: { text in ChatEndpoint.change(chat) { try await $0.react(text, to: id, in: chat) } }
        )
    }
}
