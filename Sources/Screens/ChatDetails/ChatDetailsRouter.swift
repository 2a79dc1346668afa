public import ScreenKit

/// The ways out of the details.
public enum ChatDetailsRoute: Sendable, Equatable {
    /// Back to the screen below.
    case leave
}

/// Leaves the details.
public typealias ChatDetailsRouting = Router<ChatDetailsRoute>
