/// An architecture's app as a user meets it: a screen to read and gestures to perform.
///
/// The author of an architecture writes one conforming type, next to the architecture and not inside it (in
/// `ArchitectureVersions`), and an `Architecture` in `Architecture.all` that creates it. The suite relies on these rules:
///
/// - A driver represents one run of the app's process. `run()` is that run; the suite calls it once, in a task on
///   the simulation's executor, and cancels that task to quit. A restart is a new driver on the same `Phone`.
/// - All other members may be called before, during and after that run, from another task of the same simulation.
///   Gestures have no effect while the app is not running, and must not trap.
/// - Nothing may run outside the task tree of `run()`: an unstructured `Task {}`, a global actor or a real clock
///   would escape the simulation. An app of ordinary classes runs on a `MainThread` of the module `OneThread`. Time,
///   randomness and date formats come from `Phone.environment`.
/// - The phone's screen is tall: a chat's newest message is on screen as soon as it is drawn, and so are at least the
///   first fifty rows of the list, whose pictures are worth downloading. Screens below the top are not visible.
/// - An architecture may show a window of its rows and report that there are more, or show all of them.
/// - A driver adds no behaviour to the app: it forwards gestures, and copies what is shown.
public protocol AppDriver: Sendable {
    /// Runs the app until its task is cancelled; returns when none of the app's work is left running.
    ///
    /// The history is closed when the driver is deallocated, so no part of the app may keep itself alive.
    func run() async

    /// Performs a gesture of the user.
    ///
    /// Returns when the app has received the gesture, without waiting for the network; its effects are shown later. A
    /// gesture that the top screen does not support does nothing.
    func perform(_ gesture: Gesture) async

    /// Sets whether the app is in the foreground and the user is looking at it; true at the start.
    func setFocus(_ isFocused: Bool) async

    /// The visible screen. Cost: linear in the rows shown.
    var screen: Screen { get async }
}

/// An action of the user, available on any screen.
public enum Gesture: Hashable, Sendable {
    /// Opens the chat of a list row, by `ListScreen.Row.id`.
    case open(row: String)
    /// Opens the form for a new chat.
    case newChat
    /// Sets the text of the form's name field, or of the chat's message field.
    case type(String)
    /// Adds the name in the form's field to the group.
    case add
    /// Creates the chat that the form describes.
    case create
    /// Sends the text in the chat's message field.
    case send
    /// Sends a failed message again, by `ChatScreen.Row.id`.
    case resend(row: String)
    /// Deletes a message of the user, by `ChatScreen.Row.id`.
    case delete(row: String)
    /// Edits a message of the user, by `ChatScreen.Row.id`.
    case edit(row: String, to: String)
    /// Replies to a message, by `ChatScreen.Row.id`.
    case reply(row: String, text: String)
    /// Sets or removes the user's reaction to a message, by `ChatScreen.Row.id`.
    case react(row: String, text: String)
    /// Mutes or unmutes the open chat.
    case mute(Bool)
    /// Sets the text of the list's search field.
    case search(String)
    /// Loads more chats or search results in the list, or earlier messages in a chat.
    case showMore
    /// Closes the top screen; does nothing on the list.
    case back
}
