package import Foundation

/// The command and options of a command line.
package struct CommandLineOptions: Equatable, Sendable {
    var command = Command.chat
    /// Nil if not given.
    package var seed: UInt64?
    package var hasVirtualTime = false
    /// The start of virtual time, 2022-03-11T09:00:00Z by default.
    package var start = Date(timeIntervalSince1970: 1_646_989_200)
    package var network = NetworkName.perfect
    var isJSON = false
    /// Whether each request to a real server is printed to standard error.
    var isVerbose = false
    /// Whether `login` reads an access token, not a password.
    var hasToken = false
    /// Whether the account sends no read receipts to others.
    var hasPrivateReceipts = false
    /// Whether to chat line by line, even on a terminal.
    var isLineMode = false
    /// Whether an option or NO_COLOR turns colours off. Says nothing about the output.
    package var isColorUnwanted = false
    /// The options of `show`.
    var excerptLimit: Int?
    var excerptEnd: String?
    /// Nil if not given.
    var dataDirectory: String?
    /// Nil if not given.
    var profile: String?
}

enum Command: Codable, Equatable, Sendable {
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

/// The messages that `show` prints.
struct ChatExcerpt: Codable, Equatable, Sendable {
    var contact: String
    /// The maximum number of messages; nil if not given.
    var limit: Int?
    /// The ID of the message after the last one to print; nil for the newest.
    var before: String?
}

/// The presets of the simulated network, by their names on the command line.
package enum NetworkName: String, CaseIterable, Sendable {
    case perfect, mobile, storm
}

/// The meaning of a command line.
enum Invocation: Equatable, Sendable {
    case run(CommandLineOptions)
    /// Prints a text and ends.
    case print(String)
}
