public import ChatTypes
public import ScreenKit

/// The ways out of the list. Only ids cross it.
public enum ChatListRoute: Sendable, Equatable {
    /// To a chat: at its end, or at a message that was found.
    case chat(ChatID, at: MessageID?)
    /// To the pictures of a chat.
    case pictures(of: ChatID)
    /// To a new form.
    case createChat
}

/// Leaves the list.
public typealias ChatListRouting = Router<ChatListRoute>
