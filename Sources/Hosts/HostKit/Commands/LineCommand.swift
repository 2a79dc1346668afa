package import Chat
package import ChatTypes

/// The meaning of a typed line.
package enum LineCommand: Equatable, Sendable {
    /// A blank line on a screen that takes no text.
    case nothing
    /// A message, or the name of a contact: any line that is not a command.
    case text(String)
    /// Searches; an empty text ends the search.
    case search(String)
    /// Opens the form for a new chat; with a name, creates the chat.
    case new(String?)
    /// Creates a group with the named contacts.
    case group([String])
    /// Creates a chat with one contact, or a group with several, without encryption.
    case plain([String])
    /// Sets whether the chat that is being created will be encrypted, or encrypts the open chat, after a question without an answer.
    case encrypt(Bool?)
    case open(ChatReference)
    /// Performs a command about one chat for the chat in that row of the list.
    indirect case listed(Int, LineCommand)
    case list
    /// Shows the chats of one of several accounts; without a name, of all.
    case account(String?)
    /// Sorts the list.
    case order(ChatOrder)
    /// Shows the chats of a space; without a name, of all.
    case space(String?)
    /// Shows the chats with an unsent text.
    case drafts
    /// Shows the next page of the list, the search results, a chat's details, its pictures or its pinned messages.
    case more
    /// Adds the typed name, or the given name, to a group that is being created.
    case add(String?)
    /// Removes an added name.
    case remove(String)
    case create
    /// Performs an action of the chat's screen.
    case chat(ChatAction)
    /// Marks all messages of all chats as read.
    case readAll
    /// Deletes one of the user's messages, the newest being 1.
    case delete(Int)
    /// Edits one of the user's messages, the newest being 1.
    case edit(Int, String)
    /// Answers a message of anyone, the newest being 1.
    case reply(Int, String)
    /// Sends a copy of a message of anyone, the newest being 1, to the chat of that name.
    case forward(Int, to: String)
    /// Opens the thread of a message of anyone, the newest being 1, or begins one with it.
    case thread(Int)
    /// Drops the replies and edits that were begun in the open chat.
    case discard
    /// Sets or removes the user's reaction to a message of anyone, the newest being 1.
    case react(Int, String)
    /// Shows who reacted to a message of anyone, the newest being 1.
    case reactions(Int)
    /// Votes in a poll, the newest being 1, for the answers with some numbers; none take the vote back.
    case vote(Int, [Int])
    /// Ends a poll of the user's; of all polls the newest is 1.
    case endPoll(Int)
    /// Shows who has read a message of anyone, the newest being 1.
    case readers(Int)
    /// Sends the file at a path.
    case attach(String)
    /// Downloads a file or cancels the download, the newest on screen being 1.
    case download(Int, isWanted: Bool)
    /// Opens or saves a file, the newest on screen being 1.
    case file(Int, FileAction)
    /// Shows the pictures of a chat.
    case pictures
    /// Shows the message in a row of the pictures or the pinned messages, in its chat.
    case row(Int)
    /// Pins a message of anyone, the newest being 1, or removes its pin; on the pinned messages, that in a row.
    case pin(Int, Bool)
    /// Changes the open group: its members and their roles, its title or its topic.
    case change([ChatChange])
    /// Shows the devices of the chat's people, in its details.
    case devices
    /// Changes the trust in the chat's people and devices.
    case encryption(EncryptionChange)
    /// Acknowledges the warning that is shown about the chat's people and devices.
    case acknowledge
    /// Asks the account's other devices, or one of them, to compare emoji.
    case verifyOwn(device: String?)
    /// Answers the verification of a device.
    case verification(VerificationReply)
    /// Sets what of the chat notifies the user.
    case notify(NotificationMode)
    case join
    case leave
    /// Ignores a person, or hears them again; the contact or inviter without a name.
    case ignore(Bool, String?)
    /// Shows the ignored people.
    case ignored
    case back
    case wait(Duration)
    /// Acts as if the user were away.
    case away
    case help
    case quit
}

/// A chat, as the user names it on the list.
package enum ChatReference: Equatable, Sendable {
    /// The number of a row. If there is no such row, it may be a contact's name.
    case row(Int)
    case contact(String)

    package init(_ text: String) {
        if let number = Int(text), String(number) == text, number > 0 {
            self = .row(number)
        } else {
            self = .contact(text)
        }
    }
}

/// A typed answer to a verification, whose meaning depends on the stage that is shown.
package enum VerificationReply: String, Sendable {
    case yes, no, cancel
}

/// The reason why a line cannot be executed, in one sentence for the user.
package struct LineCommandError: Error, Equatable, CustomStringConvertible {
    package let message: String
    package var description: String { message }

    package init(message: String) {
        self.message = message
    }
}
