public import ChatTypes
public import ScreenKit

/// Everything that a host supplies: a view for each screen, and what the system shows around them.
///
/// Required as `async` so that an actor, a `@MainActor` class or a spy can be the interface; written without it.
public protocol AppInterface: Sendable {
    /// Joins a screen to a view: `module.rendered(on: view)`. The view is rendered on until the screen is left.
    func view(for module: AppModule) async -> RenderedScreen

    /// The stack has changed: its last screen is the one to show. Those below keep running and rendering. No chat is on it twice.
    func show(_ stack: [AppScreen]) async

    /// The number of unread messages in the chats that are not muted, told at the start and whenever it has changed; zero hides
    /// the badge.
    func show(badge: Int) async

    /// A live message came that is not being looked at: its chat is not on top, or the app has no focus. Called once for a message
    /// at most, and never for a muted chat.
    func notify(_ notification: AppNotification) async
}

/// A message to tell a person about, ready to show.
public struct AppNotification: Hashable, Sendable, Identifiable {
    /// The message's, so that a host can take the notification back once the message is read.
    public let id: MessageID
    /// The chat that the message is in, to be opened when the notification is chosen.
    public let chat: ChatID
    /// The contact's name, or a group's title.
    public let title: String
    /// What was written; in a group, behind the name of who wrote it.
    public let text: String

    public init(id: MessageID, chat: ChatID, title: String, text: String) {
        self.id = id
        self.chat = chat
        self.title = title
        self.text = text
    }
}
