public import Chat
public import ChatList
public import CreateChat
public import Transport

/// Everything that a host supplies: a view for each screen, and what the system shows around them.
///
/// Required as `async` so that an actor, a `@MainActor` class or a spy can be the interface; witnessed without it.
public protocol AppInterface: Sendable {
    /// Makes the list's view; it is rendered on until the app ends.
    func view(for module: ChatListModule) async -> any ChatListView

    /// Makes a form's view; it is rendered on until the form is left.
    func view(for module: CreateChatModule) async -> any CreateChatView

    /// Makes a chat's view; it is rendered on until the chat is left.
    func view(for module: ChatModule, of chat: ChatID) async -> any ChatView

    /// The stack has changed: its last screen is the one to show. Those below keep running and rendering.
    func show(_ stack: [AppScreen]) async

    /// The number of unread messages, told at the start and whenever it has changed; zero hides the badge.
    func show(badge: Int) async

    /// A message came for a chat that is not on screen. Called once for a message at most.
    func notify(_ notification: AppNotification) async
}

/// A message to tell a person about, ready to show.
public struct AppNotification: Hashable, Sendable, Identifiable {
    /// The message's, so that a host can take the notification back once the message is read.
    public let id: MessageID
    public let chat: ChatID
    /// The contact's name.
    public let title: String
    public let text: String

    public init(id: MessageID, chat: ChatID, title: String, text: String) {
        self.id = id
        self.chat = chat
        self.title = title
        self.text = text
    }
}
