package import Foundation

/// The command and options of a command line.
package struct CommandLineOptions: Equatable, Sendable {
    package var command = Command.chat
    /// Nil if not given.
    package var seed: UInt64?
    package var hasVirtualTime = false
    /// The start of virtual time, 2022-03-11T09:00:00Z by default.
    package var start = Date(timeIntervalSince1970: 1_646_989_200)
    package var network = NetworkName.perfect
    package var isJSON = false
    /// Whether each request to a real server is printed to standard error.
    package var isVerbose = false
    /// The way to log in; nil for the best one.
    package var loginWay: LoginWay?
    /// The name of this device in other clients; nil for one with the name of the machine.
    package var deviceName: String?
    package var forgetsProfile = false
    /// Whether the account sends no read receipts to others.
    package var hasPrivateReceipts = false
    /// Whether others are not told that the user is typing.
    package var hidesTyping = false
    /// Whether new chats with one person are not encrypted.
    package var hasPlainChats = false
    /// Whether only devices that their users have signed get the keys to messages.
    package var sharesWithSignedOnly = false
    /// Whether to chat line by line, even on a terminal.
    package var isLineMode = false
    /// The port of the page; nil for any free one.
    package var port: UInt16?
    /// Whether the page is opened in the user's browser.
    package var opensPage = false
    /// Whether an option or NO_COLOR turns colours off. Says nothing about the output.
    package var isColorUnwanted = false
    /// Whether texts that the user types are sent as they are, without formats.
    package var isMarkdownUnwanted = false
    /// The file that `send` sends, and the message that it answers.
    package var file: String?
    package var answered: String?
    /// Whether `react` removes the reaction.
    package var removesReaction = false
    /// The time after which `watch` ends.
    package var watchTime: Duration?
    /// The options of `show`.
    package var excerptLimit: Int?
    package var excerptEnd: String?
    /// Nil if not given.
    package var dataDirectory: String?
    /// Nil if not given.
    package var profile: String?
    /// The account to send from, by name or profile; nil if not given.
    package var sender: String?

    /// Creates the options of a command line without any.
    package init() {}
}
