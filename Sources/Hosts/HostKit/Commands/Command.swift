import CommandLineKit
package import MatrixTransport

/// A command of the command line.
package enum Command: Codable, Equatable, Sendable {
    case chat
    case web
    case list
    case show(ChatExcerpt)
    case send(SendRequest)
    /// An action in a chat, which is given by a name or an ID.
    case act(ChatAct, in: String)
    /// Prints what happens in a chat, or in all.
    case watch(WatchRequest)
    case search(text: String)
    case export
    case `import`(file: String)
    case login(address: String, way: LoginWay?)
    case logout
    case whoami
    case keys(KeyFileAction)
    case recovery(RecoveryAction)
    case devices(DeviceAction)
    case ownDevices(OwnDeviceAction)
    case keywords(KeywordAction)
    case names(NameKind)
}

extension Command {
    /// Whether the command runs in an app. The other commands only need the files.
    package var needsApp: Bool {
        switch self {
        case .chat, .web, .list, .show, .send, .act, .watch, .search: true
        case .export, .import, .login, .logout, .whoami, .keys, .recovery, .devices, .ownDevices, .keywords, .names:
            false
        }
    }

    /// Whether the command changes nothing that the user wrote, so that it has no use for an empty profile.
    package var onlyReads: Bool {
        switch self {
        case .list, .show, .watch, .search, .export, .names: true
        case .chat, .web, .send, .act, .import, .login, .logout, .whoami, .keys, .recovery, .devices, .ownDevices,
            .keywords:
            false
        }
    }

    /// Whether the stored history answers the command as well, while another process uses the profile and takes no commands.
    package var readsStored: Bool {
        switch self {
        case .list, .show, .search: true
        default: false
        }
    }

    /// Whether the command runs until it is ended.
    package var isWatch: Bool { if case .watch = self { true } else { false } }

    /// Whether the command needs a login, if the profile has an account.
    package var needsLogin: Bool {
        switch self {
        case .send, .act, .watch: true
        default: false
        }
    }

    /// Whether the command logs in, and so may use a new profile.
    package var isLogin: Bool { if case .login = self { true } else { false } }

    /// Does what the command does in a running app.
    package func perform(_ command: OneShotCommand) async throws -> ExitCode {
        switch self {
        case .list: return try await command.list()
        case .show(let excerpt): return try await command.show(excerpt)
        case .send(let request): return try await command.send(request)
        case .act(let act, let chat): return try await command.perform(act, in: chat)
        case .watch(let request): return try await command.watch(request)
        case .search(let text): return try await command.search(text)
        // These commands run without an app, or for as long as it runs.
        case .chat, .web, .export, .import, .login, .logout, .whoami, .keys, .recovery, .devices, .ownDevices,
            .keywords, .names:
            return .software
        }
    }
}

/// The names that `names` prints, for completion in a shell.
package enum NameKind: String, CaseIterable, Codable, Sendable {
    case chats, profiles

    /// Throws a `UsageError` for another word.
    package init(_ word: String) throws(UsageError) {
        let names = Self.allCases.map(\.rawValue)
        guard let kind = Self(rawValue: word) else {
            throw UsageError(
                "names takes \(wordList(names, joinedBy: "or")), not \(quoted(word))",
                didYouMean: nearestWord(to: word, in: names)
            )
        }
        self = kind
    }
}

/// An action on the keys to encrypted messages.
package enum KeyFileAction: Codable, Equatable, Sendable {
    case export(file: String)
    case `import`(file: String)

    package static let names = ["export", "import"]

    /// Throws a `UsageError` for another word.
    package init(_ word: String, file: String) throws(UsageError) {
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
package enum RecoveryAction: String, CaseIterable, Codable, Sendable {
    case status, new, restore, replace

    /// Throws a `UsageError` for another word.
    package init(_ word: String) throws(UsageError) {
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
package enum KeywordAction: Codable, Equatable, Sendable {
    case list
    case add(String)
    case remove(String)

    package static let names = ["list", "add", "remove"]

    /// Reads an action and its word, joined by a space. Throws a `UsageError` for another action, or a missing or needless word.
    package init(_ words: String) throws(UsageError) {
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
package enum OwnDeviceAction: Codable, Equatable, Sendable {
    case list
    case logOut(device: String)
}

/// An action on devices of a user.
package struct DeviceAction: Codable, Equatable, Sendable {
    package enum Verb: String, CaseIterable, Codable, Sendable {
        case list, verify, answer, acknowledge, block, unblock
    }

    package let verb: Verb
    package let user: String
    /// Always there to block and unblock; never to list, answer and acknowledge.
    package let device: String?

    /// Reads the ids of a user and of a device, joined by a space. Throws a `UsageError` for another word, or a wrong number of ids.
    package init(_ word: String, ids: String) throws(UsageError) {
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
package struct ChatExcerpt: Codable, Equatable, Sendable {
    package var contact: String
    /// The maximum number of messages; nil if not given.
    package var limit: Int?
    /// The ID of the message after the last one to print; nil for the newest.
    package var before: String?

    package init(contact: String, limit: Int? = nil, before: String? = nil) {
        (self.contact, self.limit, self.before) = (contact, limit, before)
    }
}

/// The presets of the simulated network, by their names on the command line.
package enum NetworkName: String, CaseIterable, Sendable {
    case perfect, mobile, storm
}

/// A way to log in, as an option of `login` chooses it.
package enum LoginWay: String, CaseIterable, Codable, Sendable {
    case browser, sso, password, token

    /// The way that a homeserver must offer; nil for a token, which needs no offer.
    package var method: LoginMethod? {
        switch self {
        case .browser: .browser
        case .sso: .singleSignOn
        case .password: .password
        case .token: nil
        }
    }
}
