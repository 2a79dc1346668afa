public import ChatTypes
public import ScreenKit
public import Verification

/// A host's interface: a view for each screen, the badge, and notifications.
///
/// Methods are `async` so that an actor or a `@MainActor` class can be the interface. An implementation can leave
/// `async` out.
public protocol AppInterface: Sendable {
    /// Joins a screen to a view: `module.rendered(on: view)`. The screen renders on the view until it is left.
    func view(for module: AppModule) async -> RenderedScreen

    /// Shows a changed stack, whose last screen is on top. The screens below keep running and rendering. No chat is
    /// on the stack twice.
    func show(_ stack: [AppScreen]) async

    /// Shows the number of unread messages in unmuted chats. Called at the start and after each change; zero hides
    /// the badge.
    func show(badge: Int) async

    /// Notifies of a live message that the user does not see: its chat is not on top, or the app has no focus. Called
    /// at most once for a message, and never for a muted chat.
    func notify(_ notification: AppNotification) async

    /// Reports each change of the verification of a device, on whatever screen the user is; `Application.showVerification()` leads to
    /// its own. Another device may have begun it. The default ignores it.
    func report(_ verification: VerificationViewState) async
}

extension AppInterface {
    public func report(_ verification: VerificationViewState) async {}
}

/// A notification of a message, ready to show.
public struct AppNotification: Hashable, Sendable, Identifiable {
    /// The message's id, by which a host can remove the notification when the message is read.
    public let id: MessageID
    /// The chat of the message, to open when the notification is tapped.
    public let chat: ChatID
    /// The contact's name, or a group's title, with the ID that tells it from others if there are any.
    public let title: String
    /// The message's text; in a group, after the author's name and, for a mention, that it is one.
    public let text: String
    /// Whether it tells what happened to the chat, or to a message of the user's, and stands for no message of another person.
    public let isNotice: Bool
    /// The reason why nothing proves who sent the message; nil if something does, and in a chat that is not encrypted.
    public let senderWarning: SenderWarning?

    public init(
        id: MessageID,
        chat: ChatID,
        title: String,
        text: String,
        isNotice: Bool = false,
        senderWarning: SenderWarning? = nil
    ) {
        self.id = id
        self.chat = chat
        self.title = title
        self.text = text
        self.isNotice = isNotice
        self.senderWarning = senderWarning
    }
}
