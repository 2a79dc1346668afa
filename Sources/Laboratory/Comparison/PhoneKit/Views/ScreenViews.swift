/// The list of chats, or of what was found.
public final class ChatListView: View {
    /// What is searched for; empty for the chats themselves.
    public let searchField = TextField()
    /// Leads to the form for a new chat.
    public let newChatButton = Button()
    /// A row for each chat or find, seen from the top.
    public private(set) lazy var table = TableView<ChatCell>(in: self, from: .top, keepsCells: keepsCells)
    private let keepsCells: Bool

    public init(_ strategy: Strategy) {
        keepsCells = strategy.keepsCells
    }

    override func didMoveToWindow() { table.didMoveToWindow() }
}

/// The form for a new chat.
public final class CreateChatView: View {
    /// A contact's name, as it is typed.
    public let nameField = TextField()
    /// Makes the chat that the form describes.
    public let createButton = Button()
    /// Takes the name that is typed into a group.
    public let addButton = Button()
    /// Who is to be in the group, beside who is typed.
    public var added: [String] = [] { didSet { note(added != oldValue) } }
    /// Why what was typed is no name.
    public var message: String? { didSet { note(message != oldValue) } }
    /// Names of contacts that match what is typed.
    public var suggestions: [String] = [] { didSet { note(suggestions != oldValue) } }
    /// Whether something goes on that is to be waited for.
    public var isBusy = false { didSet { note(isBusy != oldValue) } }

    override public init() {}
}

/// The messages of a chat, and a field for a new one.
public final class ChatView: View {
    /// The contact's name, or the group's; empty until the chat has been read.
    public var title = "" { didSet { note(title != oldValue) } }
    /// How many a group has.
    public var subtitle: String? { didSet { note(subtitle != oldValue) } }
    /// Where a new message is typed; at first it holds the draft that was kept.
    public let field = TextField()
    /// Sends what the field holds.
    public let sendButton = Button()
    /// Whether the chat is muted.
    public let muteSwitch = Switch()
    /// What is said of those who type.
    public var typing: String? { didSet { note(typing != oldValue) } }
    /// A row for each message, the newest last; seen from the bottom.
    public private(set) lazy var table = TableView<MessageCell>(in: self, from: .bottom, keepsCells: keepsCells)
    private let keepsCells: Bool

    public init(_ strategy: Strategy) {
        keepsCells = strategy.keepsCells
    }

    override func didMoveToWindow() { table.didMoveToWindow() }
}
