public import ScreenKit

/// The ways out of a chat.
public enum ChatRoute: Sendable, Equatable {
    /// Back to the screen below.
    case leave
    /// To what is known of the chat, above it.
    case details
    /// To the pictures of the chat, above it.
    case pictures
}

/// Leaves a chat.
public typealias ChatRouting = Router<ChatRoute>
