/// The view of the chat list or search results.
public final class ChatListView: View {
    /// The search field; empty for the chats themselves.
    public let searchField = TextField()
    /// The button that opens the new chat form.
    public let newChatButton = Button()
    /// A row for each chat or search result, visible from the top.
    public private(set) lazy var table = TableView<ChatCell>(in: self, from: .top)

    override public init() {}

    override func didMoveToWindow() { table.didMoveToWindow() }
}

/// The new chat form.
public final class CreateChatView: View {
    /// The field for a contact's name.
    public let nameField = TextField()
    /// The button that creates the chat.
    public let createButton = Button()
    /// The button that adds the typed name to a group.
    public let addButton = Button()
    /// The names added to the group, without the typed one.
    public var added: [String] = [] { didSet { note(added != oldValue) } }
    /// The reason why the typed name is invalid.
    public var message: String? { didSet { note(message != oldValue) } }
    /// The names of contacts that match the typed text.
    public var suggestions: [String] = [] { didSet { note(suggestions != oldValue) } }
    /// Whether an operation is in progress.
    public var isBusy = false { didSet { note(isBusy != oldValue) } }

    override public init() {}
}

/// The messages of a chat, and a field for a new one.
public final class ChatView: View {
    /// The name of the contact or group; empty until the chat has been read.
    public var title = "" { didSet { note(title != oldValue) } }
    /// The number of members of a group.
    public var subtitle: String? { didSet { note(subtitle != oldValue) } }
    /// The field for a new message, which first contains the saved draft.
    public let field = TextField()
    /// The button that sends the field's text.
    public let sendButton = Button()
    /// The switch that mutes the chat.
    public let muteSwitch = Switch()
    /// The typing notice.
    public var typing: String? { didSet { note(typing != oldValue) } }
    /// A row for each message, the newest last, visible from the bottom.
    public private(set) lazy var table = TableView<MessageCell>(in: self, from: .bottom)

    override public init() {}

    override func didMoveToWindow() { table.didMoveToWindow() }
}
