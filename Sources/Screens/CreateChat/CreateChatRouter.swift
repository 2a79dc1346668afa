public import ChatTypes
public import ScreenKit

/// The ways out of the form. Only ids cross it.
public enum CreateChatRoute: Sendable, Equatable {
    /// To the chat, in the form's place.
    case chat(ChatID)
    /// Back to the screen below.
    case leave
}

/// Leaves the form.
public typealias CreateChatRouting = Router<CreateChatRoute>
