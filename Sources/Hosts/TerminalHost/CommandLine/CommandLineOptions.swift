package import Foundation

/// What `viperchat` was asked to do, and how.
package struct CommandLineOptions: Equatable, Sendable {
    var command = Command.chat
    /// Nil when none was given.
    package var seed: UInt64?
    package var hasVirtualTime = false
    /// When a virtual session begins: 2022-03-11T09:00:00Z unless said otherwise.
    package var start = Date(timeIntervalSince1970: 1_646_989_200)
    package var network = NetworkName.perfect
    var isJSON = false
    /// Whether each request to a real server is told on standard error.
    var isVerbose = false
    /// Whether it is an access token that is read, in place of a password.
    var hasToken = false
    /// Whether an account keeps to itself what has been read.
    var hasPrivateReceipts = false
    /// Whether a chat is to be line by line, even on a terminal.
    var isLineMode = false
    /// The person, by option or by NO_COLOR, wants none; whether the output is a terminal is another question.
    package var isColorUnwanted = false
    /// What `show` was asked for besides its contact.
    var excerptLimit: Int?
    var excerptEnd: String?
    /// Nil when none was given.
    var dataDirectory: String?
    /// Nil when none was given.
    var profile: String?
}

enum Command: Equatable, Sendable {
    case chat
    case list
    case show(ChatExcerpt)
    case send(contact: String, text: String)
    case search(text: String)
    case export
    case `import`(file: String)
    case login(address: String, hasToken: Bool)
    case logout
    case whoami
}

/// Which messages `show` prints.
struct ChatExcerpt: Equatable, Sendable {
    var contact: String
    /// How many at most; nil when none was given.
    var limit: Int?
    /// The id of the message that they stand directly before; nil for the newest.
    var before: String?
}

/// The simulated network's presets, as they are named on the command line.
package enum NetworkName: String, CaseIterable, Sendable {
    case perfect, mobile, storm
}

/// What a command line asks for.
enum Invocation: Equatable, Sendable {
    case run(CommandLineOptions)
    /// Print this text and end.
    case print(String)
}
