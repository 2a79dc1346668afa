package import Chat

/// What a typed line asks for.
package enum LineCommand: Equatable, Sendable {
    /// A blank line where that means nothing.
    case nothing
    /// A message, or the name of a contact to chat with: whatever is not a command.
    case text(String)
    /// An empty text ends the search.
    case search(String)
    /// Begins a chat: with the contact named, in one step.
    case new(String?)
    /// Begins a group with the contacts named, in one step.
    case group([String])
    case open(ChatReference)
    case list
    /// The next page of the list, of what was found, or of a group's members.
    case more
    /// Takes a name into the group that is being begun: the one that is typed, or the one given.
    case add(String?)
    /// Takes a name back that was added.
    case remove(String)
    case create
    /// What a chat's screen is asked to do.
    case chat(ChatAction)
    /// Takes a message of one's own back: the newest is 1.
    case unsend(Int)
    /// Gives a message of one's own another text: the newest is 1.
    case edit(Int, String)
    /// Sends the file that lies there.
    case attach(String)
    /// Fetches a file, or fetches it no further: the newest on screen is 1.
    case fetch(Int, isWanted: Bool)
    /// Opens or saves a file: the newest on screen is 1.
    case file(Int, FileUse)
    /// Mutes the chat, or lets it be heard again.
    case mute(Bool)
    case join
    case leave
    case back
    case wait(Duration)
    /// As if the person looked elsewhere.
    case away
    case help
    case quit
}

/// A chat, as a person on the list names it.
package enum ChatReference: Equatable, Sendable {
    /// A row's number as it is shown. Where there is no such row, it may still be a contact's name.
    case row(Int)
    case contact(String)

    init(_ text: String) {
        if let number = Int(text), String(number) == text, number > 0 {
            self = .row(number)
        } else {
            self = .contact(text)
        }
    }
}

/// A line that cannot be followed, in one sentence for the person who typed it.
package struct LineCommandError: Error, Equatable, CustomStringConvertible {
    package let message: String
    package var description: String { message }
}

/// Why nothing is taken back.
package let noSuchOwnMessage = "There is no such message of yours on screen"
