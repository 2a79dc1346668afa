/// The list of chats, or of what was found.
public final class ChatListView: View {
    public let searchField = TextField()
    public let newChatButton = Button()
    public private(set) lazy var table = TableView<ChatCell>(in: self, from: .top, keepsCells: keepsCells)
    private let keepsCells: Bool

    public init(_ strategy: Strategy) {
        keepsCells = strategy.keepsCells
    }

    override func didMoveToWindow() { table.didMoveToWindow() }
}

/// The form for a new chat.
public final class CreateChatView: View {
    public let nameField = TextField()
    public let createButton = Button()
    /// Takes the name that is typed into a group.
    public let addButton = Button()
    /// Who is to be in the group, beside who is typed.
    public var added: [String] = [] { didSet { note(added != oldValue) } }
    /// Why what was typed is no name.
    public var message: String? { didSet { note(message != oldValue) } }
    public var suggestions: [String] = [] { didSet { note(suggestions != oldValue) } }
    /// Whether something goes on that is to be waited for.
    public var isBusy = false { didSet { note(isBusy != oldValue) } }

    override public init() {}
}

/// The messages of a chat, and a field for a new one.
public final class ChatView: View {
    public var title = "" { didSet { note(title != oldValue) } }
    /// How many a group has.
    public var subtitle: String? { didSet { note(subtitle != oldValue) } }
    public let field = TextField()
    public let sendButton = Button()
    public let muteSwitch = Switch()
    /// What is said of those who type.
    public var typing: String? { didSet { note(typing != oldValue) } }
    public private(set) lazy var table = TableView<MessageCell>(in: self, from: .bottom, keepsCells: keepsCells)
    private let keepsCells: Bool

    public init(_ strategy: Strategy) {
        keepsCells = strategy.keepsCells
    }

    override func didMoveToWindow() { table.didMoveToWindow() }
}
