/// One version of the app, as a person meets it: something to look at, and something to touch.
///
/// The author of a version writes one conforming type, beside the version and not in it (in `ArchitectureVersions`), a
/// `Version` that makes it, and one line in `Version.all`. What the suite relies on:
///
/// - One driver is one life of the app's process. `run()` is that life; the suite calls it once, in a task whose executor
///   is the simulation's, and cancels that task to quit. A restart is a new driver on the same `Phone`.
/// - Everything else may be called before, during and after that life, from another task of the same simulation. What a
///   person does while the app is not there to notice has no effect; nothing may trap.
/// - Nothing may run outside `run()`'s task tree: an unstructured `Task {}`, a global actor or a real clock would escape
///   the simulation. An app of ordinary classes lives on a `MainThread` of the module `OneThread`. Time, randomness and how dates are written come from `Phone.environment`.
/// - The phone's screen is tall: a chat's newest message is on screen as soon as it is drawn, and so are at least the
///   first fifty rows of the list, whose contacts are worth a picture. Screens below the top are not seen.
/// - A version may show a window onto its rows and say that there are more, or show all of them.
/// - A driver adds no behaviour to the app that it drives: it hands touches over, and copies what is shown.
public protocol AppDriver: Sendable {
    /// Runs the app until its task is cancelled; returns when nothing of it is left running.
    ///
    /// The history is closed when the driver is let go, so nothing of the app may keep itself alive.
    func run() async

    /// Does what a person does. Returns once the app has taken it, not once the network has; what it leads to is
    /// shown later.
    ///
    /// What the screen on top has no place for does nothing.
    func perform(_ gesture: Gesture) async

    /// Says whether the app is in the foreground, with a person looking at it; it is when it starts.
    func setFocus(_ isFocused: Bool) async

    /// What can be seen now. Cost: linear in the rows shown.
    var screen: Screen { get async }

    /// What drawing has cost since the driver was made.
    var cost: DrawingCost { get async }

    /// What the history has been asked since the driver was made. Waits for what the app is busy with.
    var storageCost: StorageCost { get async }
}

/// What a person can do, whatever is on screen.
public enum Gesture: Hashable, Sendable {
    /// Opens the chat behind a row of the list, named by `ListScreen.Row.id`.
    case open(row: String)
    /// Asks for the form for a new chat.
    case newChat
    /// What the form's name field, or the chat's message field, now holds.
    case type(String)
    /// Takes the name that the form's field holds into a group.
    case add
    /// Makes the chat that the form describes.
    case create
    /// Sends what the chat's message field holds.
    case send
    /// Sends a failed message once more, named by `ChatScreen.Row.id`.
    case resend(row: String)
    /// Takes a message of one's own back, named by `ChatScreen.Row.id`.
    case unsend(row: String)
    /// Gives a message of one's own another text, named by `ChatScreen.Row.id`.
    case edit(row: String, to: String)
    /// Mutes the open chat, or lets it be heard again.
    case mute(Bool)
    /// What the list's search field now holds.
    case search(String)
    /// Asks for more chats or finds in the list, for earlier messages in a chat.
    case showMore
    /// Leaves the screen on top; on the list, nothing happens.
    case back
}

/// What drawing has cost so far.
public struct DrawingCost: Hashable, Sendable {
    /// How many times a view was told to show something else.
    public var viewUpdates: Int
    /// How many cells tables made, whether or not they came out the same as before. What a version makes of chats and messages
    /// on the way to its cells is not counted.
    public var cellsMade: Int

    public init(viewUpdates: Int = 0, cellsMade: Int = 0) {
        self.viewUpdates = viewUpdates
        self.cellsMade = cellsMade
    }
}

/// What the history has been asked so far, by all of the app: exact, and the same on every machine.
public struct StorageCost: Hashable, Sendable {
    /// How many statements were run.
    public var statements: Int
    /// How many rows came back.
    public var rowsRead: Int

    public init(statements: Int = 0, rowsRead: Int = 0) {
        self.statements = statements
        self.rowsRead = rowsRead
    }
}
