/// One thing that the person does in a session, or that befalls it. Numbers choose among what is there at that moment.
public enum Step: Hashable, Sendable {
    case open(row: Int)
    case leave
    /// Opens the form, or in the form creates a chat under one of the names.
    case create(name: Int)
    /// Begins a group with two of the names.
    case beginGroup(name: Int)
    /// Someone comes into a group, leaves it, or takes another name.
    case memberChanges(chat: Int, what: Int)
    /// Leaves one of the groups, or comes back into it, by this device or by another one.
    case comeOrGo(chat: Int)
    /// Types one of the names into the form.
    case type(name: Int)
    /// Sends a text of its own, or an empty one where 29 divides the number.
    case send(text: Int)
    case draft(text: Int)
    /// Sends every failed message once more.
    case resend
    /// Searches for one of the words, and ends the search.
    case search(word: Int)
    /// Shows more chats, or earlier messages.
    case more
    /// Opens another chat, or the same once more, from outside of all screens, as when a notification is tapped: on top of
    /// the chat that is open, or in its place.
    case cover(row: Int)
    /// Takes back one of one's own messages that are shown.
    case unsend(row: Int)
    /// Gives one of one's own messages that are shown another text.
    case edit(row: Int)
    /// Sends a file of its own in the chat, and may think better of it.
    case attach(file: Int)
    /// Asks for one of the files that others sent in the chat, and may think better of it.
    case fetch(file: Int)
    case cancelFetch(file: Int)
    /// Writes a file of the chat to a place of their choice.
    case saveFile(file: Int)
    /// Mutes the chat, or lets it be heard again.
    case mute
    /// Another device of theirs does, where the account says so.
    case muteElsewhere(chat: Int)
    case lookAway
    /// Looks away for a moment.
    case glance(milliseconds: Int)
    case lookBack
    /// Leaves the app in an orderly way, and starts it again.
    case restart
    /// Leaves the app, exports the history, puts what an import makes of that in its place, and starts the app on it.
    case moveHistory
    /// The system lets nothing of the app run for so long; contacts and the server go on.
    case suspend(minutes: Int)
    case wait(seconds: Int)
    /// A contact writes so many messages at once.
    case contactWrites(chat: Int, text: Int, count: Int, images: Int)
    /// A contact sends a picture or a file, sometimes of another size than is said.
    case contactSendsFile(chat: Int, file: Int)
    /// A contact begins to type, or stops.
    case contactTypes(chat: Int, what: Int)
    /// A contact takes one of their messages back, or changes its text.
    case contactRemoves(chat: Int, message: Int)
    case contactEdits(chat: Int, message: Int)
    case fault(Fault)
    /// Everything is well again for a while, and all that must hold then is checked.
    case calm
}
