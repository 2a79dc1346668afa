import ChatTypes
import Foundation
import HTTPClient
import HostTesting
import JSONKit
import MatrixTransport
import RuntimeKit
import Synchronization
import Testing
import ThreadTesting

@testable import HostKit
@testable import MatrixCrypto
@testable import viperchat

/// The words of `login --token` about this device's encryption keys.
@Suite(.ownThread) struct LoginWordsTests {
    private let data = DataFolder()

    /// Logs in to a homeserver with the token of a device; returns what is printed.
    private func logIn(to homeserver: HomeserverFake, _ options: CommandLineOptions = CommandLineOptions()) async throws
        -> String
    {
        let (input, pipe) = (PipeFake(), PipeFake())
        defer { for end in [input.readEnd, pipe.readEnd] { close(end) } }
        input.write("secret\n")
        input.closeWriteEnd()
        let output = LineOutput(descriptor: pipe.writeEnd)
        let command = try AccountCommand(
            data.profile,
            at: homeserver,
            reading: input.readEnd,
            printingTo: output,
            options
        )
        #expect(try await command.run(.login(address: "https://h.test", way: .token)) == .ok)
        pipe.closeWriteEnd()
        return String(decoding: pipe.readAll(), as: UTF8.self)
    }

    @Test func `a token of a device with keys elsewhere says that encrypted chats stay shut, and replaces no key`()
        async throws
    {
        let homeserver = HomeserverFake(hasKeys: true)
        let printed = try await logIn(to: homeserver)
        #expect(printed.contains("encrypted chats stay shut here"))
        #expect(printed.contains("To read them, log in as a new device: viperchat "))
        #expect(!homeserver.paths.contains("upload"))
    }

    @Test(arguments: [true, false])
    func `login publishes the device's keys, or says that it could not`(takesKeys: Bool) async throws {
        let homeserver = HomeserverFake(hasKeys: false, takesKeys: takesKeys)
        let printed = try await logIn(to: homeserver)
        #expect(homeserver.paths.contains("upload"))
        #expect(printed.contains("This device's keys are not published yet") != takesKeys)
        #expect(printed.hasPrefix("Logged in as @me:test"))
    }

    @Test(arguments: 0...4)
    func `the account keeps what others are told, and with whom is shared`(option: Int) async throws {
        var options = CommandLineOptions()
        (options.hasPrivateReceipts, options.hidesTyping) = (option == 1, option == 2)
        (options.hasPlainChats, options.sharesWithSignedOnly) = (option == 3, option == 4)
        _ = try await logIn(to: HomeserverFake(hasKeys: false), options)
        let account = try #require(try data.profile.account.read())
        #expect([account.sendsReadReceipts, account.sendsTyping] == [option != 1, option != 2])
        #expect([account.encryptsChats, account.sharesWithSignedOnly] == [option != 3, option == 4])
    }

    @Test func `a login is noted, so that the next command is for it`() async throws {
        _ = try await logIn(to: HomeserverFake(hasKeys: false))
        let note = try String(contentsOf: data.url.appending(path: "last-login"), encoding: .utf8)
        #expect(note == "\(data.profile.directory.lastPathComponent)\n")
    }

    @Test(arguments: [(true, "recovery restore"), (false, "recovery new")])
    func `login says how earlier messages are read, or how they will be`(hasIdentity: Bool, command: String)
        async throws
    {
        let printed = try await logIn(to: HomeserverFake(hasKeys: false, hasIdentity: hasIdentity))
        #expect(printed.contains(": viperchat \(command)\n"), "\(printed)")
    }

    @Test func `a token of the device whose keys are here renews its login and publishes them`() async throws {
        let account = MatrixAccount(homeserver: "https://h.test", user: ContactID("@me:test"), device: "D", token: "")
        try data.profile.prepare()
        try data.profile.account.write(account)
        let keys = try await data.profile.encryption(of: account, .ofAccounts).keys.published
        let homeserver = HomeserverFake(hasKeys: true, keys: String(decoding: keys.bytes, as: UTF8.self))
        let printed = try await logIn(to: homeserver)
        #expect(homeserver.paths.contains("upload") && !printed.contains("stay shut"))
    }

    @Test func `a token of another user is refused, and its login goes on elsewhere`() async throws {
        let other = MatrixAccount(homeserver: "https://h.test", user: ContactID("@other:test"), device: "X", token: "")
        try data.profile.prepare()
        try data.profile.account.write(other)
        let homeserver = HomeserverFake(hasKeys: false)
        let login = "viperchat --profile account2 login https://h.test"
        await #expect(throws: StorageError.hasOtherUser(user: "@other:test", login: login)) {
            try await logIn(to: homeserver)
        }
        #expect(!homeserver.paths.contains("logout"))
        #expect(try data.profile.account.read()?.user == other.user)
    }

    @Test func `a profile with the simulated server's journal alone is no place for an account`() async throws {
        try data.profile.prepare()
        try Data("x".utf8).write(to: data.profile.directory.appending(path: "server.journal"))
        await #expect(throws: StorageError.self) { try await logIn(to: HomeserverFake(hasKeys: false)) }
        #expect(try data.profile.account.read() == nil)
    }

    @Test(arguments: [
        (KeyImport(keys: 1, newKeys: 1), "Imported 1 key, of which 1 is new; "),
        (KeyImport(keys: 3, newKeys: 2), "Imported 3 keys, of which 2 are new; "),
        (KeyImport(keys: 1, newKeys: 0, unusable: 1), "Nothing is new in 1 key; 1 entry was no key of a known kind"),
        (KeyImport(keys: 0, newKeys: 0, unusable: 2), "No keys were found; 2 entries were no keys"),
    ])
    func `the sentence about imported keys has the singular for one`(result: KeyImport, beginning: String) {
        #expect(KeyCommand.sentence(result).hasPrefix(beginning))
    }

    @Test func `restore says that it began a backup, or that there were no keys`() {
        #expect(RecoveryCommand.sentence(withoutKeys: true).contains("a new one has begun"))
        #expect(!RecoveryCommand.sentence(withoutKeys: false).contains("begun"))
    }
}

/// A homeserver with one device of an account, and the last parts of the paths that were asked for.
private final class HomeserverFake: HTTPClient {
    private let hasKeys: Bool
    private let keys: String
    private let takesKeys: Bool
    private let hasIdentity: Bool
    private let asked = Mutex<[String]>([])

    init(hasKeys: Bool, keys: String = "{}", takesKeys: Bool = true, hasIdentity: Bool = false) {
        (self.hasKeys, self.keys, self.takesKeys, self.hasIdentity) = (hasKeys, keys, takesKeys, hasIdentity)
    }

    var paths: [String] { asked.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let last = URL(string: request.url)?.lastPathComponent ?? ""
        asked.withLock { $0.append(last) }
        let (device, identity) = (hasKeys ? #""D":\#(keys)"# : "", hasIdentity ? #""@me:test":{}"# : "")
        let body =
            switch last {
            case "versions": #"{"versions":["v1.11"]}"#
            case "whoami": #"{"user_id":"@me:test","device_id":"D"}"#
            case "query": #"{"device_keys":{"@me:test":{\#(device)}},"master_keys":{\#(identity)}}"#
            case "upload": #"{"one_time_key_counts":{}}"#
            default: "{}"
            }
        let isRefused = last == "upload" && !takesKeys
        let refusal = #"{"errcode":"M_FORBIDDEN","error":"not now"}"#
        return HTTPResponse(status: isRefused ? 403 : 200, body: Array((isRefused ? refusal : body).utf8))
    }
}
