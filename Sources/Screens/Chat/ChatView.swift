public import Transport

/// The chat as a screen shows it: display-ready, immutable, comparable in a test.
public struct ChatViewState: Sendable, Equatable {
    /// A message, ready to show.
    public struct Row: Sendable, Equatable, Identifiable {
        public let id: MessageID
        public let author: Author
        public let text: String
        /// What is said of its images; nil when it has none.
        public let attachment: String?
        public let imageCount: Int
        /// For people, such as "9:00 am".
        public let time: String
        public let delivery: Delivery
        /// Whether messages are known to be missing directly before this one.
        public let followsGap: Bool
    }

    public let title: String
    public let rows: [Row]
    /// Whether `.loadEarlier` would bring more rows.
    public let hasEarlier: Bool
    public let isLoadingEarlier: Bool
    /// What was typed and not sent when the screen was last left.
    public let draft: String
    /// Says that the rows may be out of date, and why; nil while connected.
    public let status: String?
    public let problem: ScreenProblem?
}

/// What a person can do on this screen.
public enum ChatAction: Sendable, Equatable {
    /// Sends a text; one that is empty or too long is refused with a problem.
    case send(String)
    /// Sends a failed message once more.
    case resend(MessageID)
    /// Sends every failed message that is shown once more, in their order.
    case resendFailed
    /// Shows an earlier page, from the server when none is held; does nothing unless `hasEarlier`.
    case loadEarlier
    /// Each change of the text field.
    case draft(String)
    /// The newest row that can be seen: to be said after each render that shows other rows, and when the person scrolls.
    case see(MessageID)
    case leave
}

/// A screen for one chat.
///
/// Required as `async` so that an actor, a `@MainActor` class or a spy can be the view; witnessed without it.
public protocol ChatView: Sendable {
    /// Shows a state; called only with one that differs from the last, never twice at once.
    func render(_ state: ChatViewState) async
}
