import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HostTesting
import JSONKit
import MatrixCrypto
import MatrixTransport
import OlmKit
import RuntimeKit
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

@Suite(.ownThread, .timeLimit(.minutes(20))) struct AccountTests {
    private static let account = MatrixAccount(
        // No server listens there.
        homeserver: "http://127.0.0.1:9",
        user: ContactID("@me:test"),
        device: "D",
        token: "secret"
    )

    /// Runs `viperchat` on a temporary folder.
    private func run(
        _ arguments: [String],
        of account: MatrixAccount? = nil,
        input: String = "",
        readsErrors: Bool = false,
        before: (String) throws -> Void = { _ in }
    ) throws -> (lines: [String], code: Int32) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-account-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        if let account {
            let profile = Profile(directory: folder.appending(path: "default"))
            try profile.prepare()
            try profile.account.write(account)
        }
        try before(folder.path)
        return try launch(arguments, in: folder.path, input: input, readsErrors: readsErrors)
    }

    private func launch(
        _ arguments: [String],
        in folder: String,
        input: String,
        readsErrors: Bool = false
    ) throws -> (lines: [String], code: Int32) {
        let program = try ChildProcess.executable().path
        let process = try ChildProcess(
            arguments: arguments + ["--data-dir", folder],
            input: input,
            launcher: readsErrors ? ["/bin/sh", "-c", #"exec "$0" "$@" 2>&1"#, program] : []
        )
        var lines: [String] = []
        while let line = process.nextLine() { lines.append(line) }
        return (lines, process.waitUntilExit())
    }

    @Test(arguments: [
        (["login", "@me:example.org"], Command.login(address: "@me:example.org", way: nil)),
        (["login", "example.org", "--token"], .login(address: "example.org", way: .token)), (["logout"], .logout),
        (["login", "--sso", "example.org"], .login(address: "example.org", way: .sso)),
        (["login", "example.org", "--browser"], .login(address: "example.org", way: .browser)),
        (["login", "example.org", "--password"], .login(address: "example.org", way: .password)),
        (["whoami", "--verbose"], .whoami), (["devices"], .ownDevices(.list)),
        (["devices", "logout", "ABC"], .ownDevices(.logOut(device: "ABC"))),
    ])
    func `login, logout and whoami parse their arguments`(arguments: [String], command: Command) throws {
        guard case .run(let options) = try Invocation(arguments: arguments) else { throw CancellationError() }
        #expect(options.command == command)
    }

    @Test(arguments: [
        (["keys", "export", "f"], Command.keys(.export(file: "f"))),
        (["keys", "import", "f"], .keys(.import(file: "f"))), (["recovery", "new"], .recovery(.new)),
        (["recovery", "restore", "--verbose"], .recovery(.restore)), (["recovery", "status"], .recovery(.status)),
        (["recovery", "replace"], .recovery(.replace)), (["keywords", "list"], .keywords(.list)),
        (["keywords", "add", "new", "deploy"], .keywords(.add("new deploy"))),
        (["keywords", "remove", "deploy"], .keywords(.remove("deploy"))),
    ])
    func `keys, recovery and keywords parse their arguments`(arguments: [String], command: Command) throws {
        guard case .run(let options) = try Invocation(arguments: arguments) else { throw CancellationError() }
        #expect(options.command == command)
    }

    @Test func `an unknown action is refused and the nearest one suggested`() {
        #expect(throws: UsageError("keys takes export or import, not 'exprt'", didYouMean: "export")) {
            try Invocation(arguments: ["keys", "exprt", "f"])
        }
        #expect(
            throws: UsageError("recovery takes status, new, restore or replace, not 'restor'", didYouMean: "restore")
        ) { try Invocation(arguments: ["recovery", "restor"]) }
        #expect(
            throws: UsageError(
                "devices takes list, verify, answer, acknowledge, block, unblock or logout, not 'verfy'",
                didYouMean: "verify"
            )
        ) { try Invocation(arguments: ["devices", "verfy", "@a:b"]) }
        #expect(throws: UsageError("keywords takes list, add or remove, not 'ad'", didYouMean: "add")) {
            try Invocation(arguments: ["keywords", "ad", "tea"])
        }
        for words in [["add"], ["remove"], ["list", "tea"]] {
            #expect(throws: UsageError.self) { try Invocation(arguments: ["keywords"] + words) }
        }
    }

    @Test(arguments: [
        ["keys", "export", "f"], ["keys", "import", "f"], ["recovery", "status"], ["devices", "list", "@a:b"],
        ["keywords", "list"],
    ])
    func `without an account there are no keys`(arguments: [String]) throws {
        #expect(try run(arguments).code == ExitCode.usage.rawValue)
    }

    @Test(arguments: [
        ["verify", "@a:b"], ["verify", "@a:b", "C"], ["list", "@a:b"], ["block", "@a:b", "C"], ["acknowledge", "@a:b"],
    ])
    func `devices parses the IDs of a user and a device`(words: [String]) throws {
        guard case .run(let options) = try Invocation(arguments: ["devices"] + words),
            case .devices(let action) = options.command
        else { throw CancellationError() }
        #expect([action.verb.rawValue, action.user] + (action.device.map { [$0] } ?? []) == words)
    }

    @Test(arguments: [("block", "@a:b"), ("unblock", "@a:b C D"), ("verify", "@a:b C D"), ("list", "@a:b C")])
    func `devices with a wrong number of IDs is refused`(action: String, ids: String) {
        let words = ["devices", action] + ids.split(separator: " ").map(String.init)
        #expect(throws: UsageError.self) { try Invocation(arguments: words) }
    }

    @Test func `keys are exported to a private file, which another profile imports`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "viperchat-keys-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let (lines, code) = try run(["keys", "export", file], of: Self.account, input: "a passphrase\n")
        #expect(code == 0 && lines.count == 2 && lines.last?.hasPrefix("Exported 0 keys to ") == true)
        #expect(lines.first == "Account: @me:test, profile default")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let imported = try run(["keys", "import", file], of: Self.account, input: "a passphrase\n")
        #expect(imported.lines == ["Account: @me:test, profile default", "No keys were found"])
        #expect(imported.code == ExitCode.dataError.rawValue)
        let empty = "\(file)-empty"
        defer { try? FileManager.default.removeItem(atPath: empty) }
        try Data().write(to: URL(filePath: empty))
        let nothing = try run(["keys", "import", empty], of: Self.account, readsErrors: true)
        #expect(
            nothing.code == ExitCode.dataError.rawValue && nothing.lines.last?.contains("no file of exported") == true
        )
        #expect(
            try run(["keys", "import", file], of: Self.account, input: "wrong\n").code == ExitCode.dataError.rawValue
        )
        #expect(
            try run(["keys", "export", file], of: Self.account, input: "x\n").code == ExitCode.cannotCreate.rawValue
        )
        #expect(try run(["keys", "export", file + "2"], of: Self.account, input: "\n").code == ExitCode.usage.rawValue)
        #expect(
            try run(["keys", "import", file + "3"], of: Self.account, input: "x\n").code == ExitCode.noInput.rawValue
        )
    }

    @Test func `a profile uses the simulated server until an account logs in`() throws {
        let (lines, code) = try run(["whoami", "--profile", "other"])
        let line = lines.first ?? ""
        #expect(code == 0 && lines.count == 1)
        #expect(line.hasPrefix("No account: this profile uses the simulated server; to log in: viperchat "))
        #expect(line.hasSuffix(" --profile other login @name:server"), "the whole command: \(line)")
    }

    /// This crashed in about one run of sixty: libraries were torn down while the request thread was ending.
    @Test func `the program exits normally right after a failed request`() throws {
        for _ in 1...60 {
            #expect(try run(["login", "http://127.0.0.1:9"], input: "me\npass\n").code == 69)
        }
    }

    @Test func `logout without an account changes nothing`() throws {
        let (lines, code) = try run(["logout"])
        #expect(code == 0 && lines == ["Not logged in"])
    }

    @Test func `two ways to log in at once are refused`() {
        #expect(throws: UsageError("choose one way to log in: --sso or --token")) {
            try Invocation(arguments: ["login", "example.org", "--sso", "--token"])
        }
    }

    @Test func `a logged-out profile says at once how to log in, and sends nothing`() throws {
        for arguments in [["send", "@you:test", "Hello"], ["devices"], ["recovery", "status"]] {
            let (error, code) = try run(arguments, of: Self.account.loggedOut, readsErrors: true)
            #expect(code == ExitCode.unavailable.rawValue)
            let line = error.first ?? ""
            #expect(line.hasPrefix("viperchat: you have logged out; to log in again: viperchat --data-dir "), "\(line)")
            #expect(line.hasSuffix(" login http://127.0.0.1:9"), "\(line)")
        }
    }

    @Test func `whoami prints the account without its token`() throws {
        let (lines, code) = try run(["whoami"], of: Self.account)
        #expect(code == 0 && lines == ["@me:test on http://127.0.0.1:9, device D"])
        let out = try run(["whoami"], of: Self.account.loggedOut).lines
        #expect(out == ["\(Self.account) (logged out)"])
    }

    @Test func `whoami shows control characters of a stored account as pictures`() throws {
        let hostile = "a\u{1B}]0;x\u{7}\r\u{202E}\u{9B}b"
        let account = MatrixAccount(
            homeserver: "http://127.0.0.1:9",
            user: ContactID("@\(hostile):h"),
            device: hostile,
            token: "secret"
        )
        let (lines, code) = try run(["whoami"], of: account)
        #expect(code == 0)
        #expect(
            !lines.joined().unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{202E}" }
        )
        #expect(lines.joined().contains("␛]0;x␇␍"))
    }

    @Test func `logout shows control characters of the account's names as pictures`() async throws {
        let account = MatrixAccount(
            homeserver: "http://127.0.0.1:9",
            user: ContactID("@a\u{1B}[2J\u{202E}:h"),
            device: "D",
            token: "secret"
        )
        let folder = DataFolder()
        try folder.profile.prepare()
        try folder.profile.account.write(account)
        let text = try await logOut(of: folder.profile)
        #expect(text.hasPrefix("Logged out; stored chats of @a␛[2J"), "\(text)")
        #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }

    @Test(arguments: [false, true])
    func `a logout that the homeserver does not confirm changes nothing here`(forgets: Bool) async throws {
        let folder = DataFolder()
        try folder.profile.prepare()
        try folder.profile.account.write(Self.account)
        await #expect(throws: (any Error).self) {
            try await logOut(of: folder.profile, forgets: forgets, over: UnreachableHomeserver())
        }
        #expect(try folder.profile.account.read() == Self.account)
    }

    @Test(arguments: [false, true])
    func `a logout with an ended token that is not renewed now changes nothing here`(forgets: Bool) async throws {
        var account = Self.account
        account.tokens = LoginTokens(access: "ended", refresh: "other")
        let folder = DataFolder()
        try folder.profile.prepare()
        try folder.profile.account.write(account)
        await #expect(throws: (any Error).self) {
            try await logOut(of: folder.profile, forgets: forgets, over: EndedTokenHomeserver())
        }
        #expect(try folder.profile.account.read() == account)
    }

    @Test(arguments: [("no\n", false), ("\n", false), ("yes\n", true)])
    func `a person at a terminal is asked before logout --forget deletes anything`(typed: String, isDeleted: Bool)
        async throws
    {
        let folder = DataFolder()
        try folder.profile.prepare()
        try folder.profile.account.write(Self.account)
        let printed = try await logOut(of: folder.profile, forgets: true, typing: typed)
        #expect(printed.hasPrefix("Delete all chats and keys of @me:test on this device? (yes or no)"), "\(printed)")
        let end = isDeleted ? "Logged out; nothing of @me:test is stored here any more\n" : "Nothing was changed\n"
        #expect(printed.hasSuffix(end), "\(printed)")
        #expect(FileManager.default.fileExists(atPath: folder.profile.account.url.path) != isDeleted)
    }

    /// Logs out, at a homeserver that agrees to everything unless another is given, and with what a user types at a terminal, if there is
    /// one; returns what is printed.
    private func logOut(
        of profile: Profile,
        forgets: Bool = false,
        over client: any HTTPClient = AgreeingClient(),
        typing line: String? = nil
    ) async throws -> String {
        let terminal = try line.map { line in
            let terminal = try PseudoTerminal(columns: 80)
            terminal.type(line)
            return terminal
        }
        let pipe = PipeFake()
        let output = LineOutput(descriptor: pipe.writeEnd)
        var options = CommandLineOptions()
        options.forgetsProfile = forgets
        let descriptor = terminal?.far ?? STDIN_FILENO
        let command = try AccountCommand(profile, at: client, reading: descriptor, printingTo: output, options)
        #expect(try await command.run(.logout) == .ok)
        pipe.closeWriteEnd()
        return String(decoding: pipe.readAll(), as: UTF8.self)
    }

    @Test func `logout deletes the account's private keys, keeps the device's, and says both`() async throws {
        let folder = DataFolder()
        try folder.profile.prepare()
        try folder.profile.account.write(Self.account)
        let secret = try SigningKey().secret
        func machine() throws -> EncryptionMachine { try folder.profile.encryption(of: Self.account, .ofAccounts) }
        let fingerprint = try await machine().upload()?["device_keys"]
        try await machine().setIdentity(
            master: try SigningKey().publicKey,
            secrets: [(SecretName.backup, secret), (SecretName.selfSigning, secret)]
        )
        let printed = try await logOut(of: folder.profile)
        #expect(printed.contains("private keys were deleted") && printed.contains("viperchat logout --forget"))
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.profile.directory.path) {
            let data = try? Data(contentsOf: folder.profile.directory.appending(path: name))
            #expect(data?.range(of: Data(secret.base64.utf8)) == nil, "\(name)")
        }
        #expect(try await machine().upload()?["device_keys"] == fingerprint && fingerprint != nil)
    }

    @Test(arguments: [false, true])
    func `logout --forget deletes the profile, also of an account that is logged out`(isLoggedOut: Bool) async throws {
        let folder = DataFolder()
        try folder.profile.prepare()
        try folder.profile.account.write(isLoggedOut ? Self.account.loggedOut : Self.account)
        _ = try folder.profile.encryption(of: Self.account, .ofAccounts)
        let printed = try await logOut(of: folder.profile, forgets: true)
        #expect(printed == "Logged out; nothing of @me:test is stored here any more\n")
        #expect(!FileManager.default.fileExists(atPath: folder.profile.directory.path))
    }

    @Test func `logout --forget that the server does not confirm deletes nothing`() throws {
        let (lines, code) = try run(["logout", "--forget"], of: Self.account) { folder in
            try Data("x".utf8).write(to: URL(filePath: folder).appending(path: "default/history.sqlite"))
        }
        #expect(code == ExitCode.unavailable.rawValue, "\(lines)")
    }

    @Test(arguments: [
        ["--seed", "3", "list"], ["--network", "storm", "list"], ["list", "--virtual-time"], ["import", "-"],
    ])
    func `options of the simulated server are refused on a profile with an account`(arguments: [String]) throws {
        let code = try run(arguments, of: Self.account).code
        #expect(code == ExitCode.usage.rawValue)
    }

    @Test(arguments: [("default", ExitCode.unavailable), ("demo", .usage)])
    func `simulated chats keep the account out of their own profile only`(profile: String, code: ExitCode) throws {
        let words = ["login", "http://127.0.0.1:9"] + (profile == "demo" ? ["--profile", "demo"] : [])
        let (lines, ended) = try run(words, readsErrors: true) { folder in
            let code = try launch(["send", "Ada", "Hello"], in: folder, input: "").code
            #expect(code == 0)
        }
        #expect(ended == code.rawValue)
        let hint = "--profile account2 login http://127.0.0.1:9"
        #expect(lines.last?.hasSuffix(hint) == (profile == "demo"), "\(lines)")
    }

    @Test func `login while an account is logged in names the command that logs in beside it`() throws {
        let (lines, code) = try run(["login", "http://127.0.0.1:9"], of: Self.account, readsErrors: true)
        #expect(code == ExitCode.usage.rawValue)
        let line = lines.last ?? ""
        #expect(line.hasPrefix("viperchat: this profile is logged in as @me:test; to log in beside it: viperchat "))
        #expect(line.hasSuffix(" --profile account2 login http://127.0.0.1:9"), "\(line)")
    }

    @Test(arguments: [("http://127.0.0.1:9", ExitCode.unavailable), ("http://example.org", .usage), ("@me", .usage)])
    func `login reports an address that leads nowhere`(address: String, code: ExitCode) throws {
        let ended = try run(["login", address], input: "me\npass\n").code
        #expect(ended == code.rawValue)
    }

    @Test(arguments: [false, true])
    func `before the first sync, list prints the stored chats and says that some are missing`(isStored: Bool) throws {
        let (lines, code) = try run(["list"], of: Self.account, before: { if isStored { try Self.storeChat(in: $0) } })
        #expect(code == ExitCode.unavailable.rawValue)
        #expect(lines.count == (isStored ? 3 : 2), "that it is away, that chats are missing, and the chat: \(lines)")
    }

    @Test(arguments: [["search", "x"], ["show", "R"]], [false, true])
    func `before the first sync, search and show say that chats are missing`(
        arguments: [String],
        isStored: Bool
    ) throws {
        let (lines, code) = try run(arguments, of: Self.account, before: { if isStored { try Self.storeChat(in: $0) } })
        #expect(code == ExitCode.unavailable.rawValue, "\(lines)")
        #expect(lines.contains { $0.contains("chats are missing here") }, "\(lines)")
        #expect(!lines.contains { $0.contains("There is no chat") }, "\(lines)")
    }

    @Test func `keys that were damaged and set aside are told at the start`() throws {
        let (lines, _) = try run(
            ["list"],
            of: Self.account,
            before: { folder in
                let file = URL(filePath: folder).appending(path: "default").appending(path: "crypto.sqlite")
                try Data("no database, but long enough to be taken for one".utf8).write(to: file)
            }
        )
        #expect(lines.contains { $0.contains("The encryption keys here were damaged and set aside") }, "\(lines)")
    }

    /// Stores a chat in the history of the default profile.
    private static func storeChat(in folder: String) throws {
        let profile = Profile(directory: URL(filePath: folder).appending(path: "default"))
        let chat = ChatHeader(
            id: ChatID("!room:test"),
            contact: Contact(id: ContactID("@ada:test"), name: "Ada"),
            createdAt: Date(timeIntervalSince1970: 0)
        )
        try ChatDatabase(.file(path: profile.history.url.path)).write { try $0.register(chat) }
    }
}

/// A homeserver that agrees to everything.
private struct AgreeingClient: HTTPClient {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 200, body: Array("{}".utf8)) }
}

/// A homeserver that accepts no access token any more, and has no new one now.
private struct EndedTokenHomeserver: HTTPClient {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        if request.url.hasSuffix("/refresh") { return HTTPResponse(status: 500) }
        return HTTPResponse(status: 401, body: Array(#"{"errcode":"M_UNKNOWN_TOKEN"}"#.utf8))
    }
}
