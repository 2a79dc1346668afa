import CommandLineKit
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
    /// The way to log in; nil for the best one.
    var loginWay: LoginWay?
    var forgetsProfile = false
    /// Whether the account sends no read receipts to others.
    var hasPrivateReceipts = false
    /// Whether others are not told that the user is typing.
    var hidesTyping = false
    /// Whether new chats with one person are not encrypted.
    var hasPlainChats = false
    /// Whether only devices that their users have signed get the keys to messages.
    var sharesWithSignedOnly = false
    /// Whether to chat line by line, even on a terminal.
    var isLineMode = false
    /// Whether an option or NO_COLOR turns colours off. Says nothing about the output.
    package var isColorUnwanted = false
    /// Whether texts that the user types are sent as they are, without formats.
    package var isMarkdownUnwanted = false
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
    case login(address: String, way: LoginWay?)
    case logout
    case whoami
    case keys(KeyAction)
    case recovery(RecoveryAction)
    case devices(DeviceAction)
    case ownDevices(OwnDeviceAction)
    case keywords(KeywordAction)
}

/// An action on the keys to encrypted messages.
enum KeyAction: Codable, Equatable, Sendable {
    case export(file: String)
    case `import`(file: String)

    static let names = ["export", "import"]

    /// Throws a `UsageError` for another word.
    init(_ word: String, file: String) throws(UsageError) {
        switch word {
        case "export": self = .export(file: file)
        case "import": self = .import(file: file)
        default:
            throw UsageError(
                "keys takes \(wordList(Self.names, joinedBy: "or")), not \(quoted(word))",
                didYouMean: nearestWord(to: word, in: Self.names)
            )
        }
    }
}

/// An action on the account's recovery key.
enum RecoveryAction: String, CaseIterable, Codable, Sendable {
    case status, new, restore, replace

    /// Throws a `UsageError` for another word.
    init(_ word: String) throws(UsageError) {
        let names = Self.allCases.map(\.rawValue)
        guard let action = Self(rawValue: word) else {
            throw UsageError(
                "recovery takes \(wordList(names, joinedBy: "or")), not \(quoted(word))",
                didYouMean: nearestWord(to: word, in: names)
            )
        }
        self = action
    }
}

/// An action on the account's keywords.
enum KeywordAction: Codable, Equatable, Sendable {
    case list
    case add(String)
    case remove(String)

    static let names = ["list", "add", "remove"]

    /// Reads an action and its word, joined by a space. Throws a `UsageError` for another action, or a missing or needless word.
    init(_ words: String) throws(UsageError) {
        let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
        let action = parts.first ?? ""
        guard Self.names.contains(action) else {
            throw UsageError(
                "keywords takes \(wordList(Self.names, joinedBy: "or")), not \(quoted(action))",
                didYouMean: nearestWord(to: action, in: Self.names)
            )
        }
        switch (action, parts.count) {
        case ("list", 1): self = .list
        case ("add", 2): self = .add(parts[1])
        case ("remove", 2): self = .remove(parts[1])
        case ("list", _): throw UsageError("keywords list takes no word")
        default: throw UsageError("keywords \(action) takes a word: viperchat keywords \(action) WORD")
        }
    }
}

/// An action on the devices on which the account is logged in.
enum OwnDeviceAction: Codable, Equatable, Sendable {
    case list
    case logOut(device: String)
}

/// An action on devices of a user.
struct DeviceAction: Codable, Equatable, Sendable {
    enum Verb: String, CaseIterable, Codable, Sendable {
        case list, verify, answer, acknowledge, block, unblock
    }

    let verb: Verb
    let user: String
    /// Always there to block and unblock; never to list, answer and acknowledge.
    let device: String?

    /// Reads the ids of a user and of a device, joined by a space. Throws a `UsageError` for another word, or a wrong number of ids.
    init(_ word: String, ids: String) throws(UsageError) {
        let names = Verb.allCases.map(\.rawValue) + ["logout"]
        guard let verb = Verb(rawValue: word) else {
            throw UsageError(
                "devices takes \(wordList(names, joinedBy: "or")), not \(quoted(word))",
                didYouMean: nearestWord(to: word, in: names)
            )
        }
        let ids = ids.split(separator: " ").map(String.init)
        let counts =
            switch verb {
            case .list, .answer, .acknowledge: 1...1
            case .verify: 1...2
            case .block, .unblock: 2...2
            }
        guard counts.contains(ids.count) else {
            let device = counts == 1...1 ? "" : counts == 2...2 ? " DEVICE" : " [DEVICE]"
            throw UsageError("devices \(word) takes other IDs: viperchat devices \(word) USER\(device)")
        }
        (self.verb, user, device) = (verb, ids[0], ids.count > 1 ? ids[1] : nil)
    }
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
