public import ScreenKit

/// The ways out of a chat.
public enum ChatRoute: Sendable, Equatable {
    /// Back to the screen below.
    case leave
}

/// Leaves a chat.
public typealias ChatRouting = Router<ChatRoute>
