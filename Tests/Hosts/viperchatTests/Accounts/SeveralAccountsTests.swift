import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import HostTesting
import JSONKit
import MatrixTransport
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

/// Commands without a profile where two accounts are logged in; no server answers.
@Suite(.ownThread, .timeLimit(.minutes(20)))
struct SeveralAccountsTests {
    private let data = DataFolder()

    /// Both have a chat with Ada, and each has one that the other has not.
    init() throws {
        for (name, chats) in [
            ("home", ["!ada:test": "Ada", "!garden:test": "Garden"]),
            ("work", ["!ada:test": "Ada", "!desk:test": "Desk"]),
        ] {
            let profile = Profile(directory: data.url.appending(path: name))
            try profile.prepare()
            let user = ContactID("@me:\(name)")
            try profile.account.write(
                MatrixAccount(homeserver: "http://127.0.0.1:9", user: user, device: "D", token: "secret")
            )
            try ChatDatabase(.file(path: profile.history.url.path)).write { writer in
                for (id, title) in chats.sorted(by: { $0.key < $1.key }) {
                    let contact = Contact(id: ContactID("@\(title):test"), name: title)
                    let created = Date(timeIntervalSince1970: 0)
                    try writer.register(ChatHeader(id: ChatID(id), contact: contact, createdAt: created))
                }
            }
        }
        Profile(directory: data.url.appending(path: "home")).noteLogin()
    }

    private func run(_ arguments: [String], input: String = "") throws -> (lines: [String], code: Int32) {
        let process = try ChildProcess(
            shell: #"XDG_CONFIG_HOME="\#(data.url.path)/config" exec "$0" "$@" 2>&1"#,
            arguments: arguments + data.arguments,
            input: input
        )
        let (code, lines) = process.finish()
        return (lines, code)
    }

    @Test func `list and export go through all accounts, each line with its own`() throws {
        let list = try run(["list"])
        #expect(list.code == ExitCode.unavailable.rawValue, "no server answers")
        let names = list.lines.filter { $0 == "@me:home" || $0 == "@me:work" }
        #expect(names == ["@me:home", "@me:work"], "\(list.lines)")
        #expect(list.lines.contains { $0.contains("Garden") } && list.lines.contains { $0.contains("Desk") })
        let export = try run(["export", "--json"])
        let accounts = export.lines.compactMap { line in
            (try? JSONDocument(Array(line.utf8)))?.root["account"]?.string
        }
        #expect(export.code == 0 && accounts == ["@me:home", "@me:home", "@me:work", "@me:work"], "\(export.lines)")
    }

    @Test func `a profile that is named is the only one`() throws {
        let export = try run(["export", "--json", "--profile", "work"])
        #expect(export.lines.count == 2 && !export.lines.joined().contains("account"), "\(export.lines)")
    }

    @Test func `a profile that the settings name is the only one, too`() throws {
        let folder = data.url.appending(path: "config/viperchat")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("profile = work\n".utf8).write(to: folder.appending(path: "settings"))
        let export = try run(["export", "--json"])
        #expect(export.lines.count == 2 && !export.lines.joined().contains("account"), "\(export.lines)")
    }

    @Test func `an account that fails hinders no other, and its code is that of the command`() throws {
        let home = Profile(directory: data.url.appending(path: "home"))
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: home.history.url.path + end)
        }
        let (lines, code) = try run(["export", "--json"])
        #expect(code == ExitCode.noInput.rawValue)
        #expect(lines.first?.hasPrefix("viperchat: @me:home: there is no history in ") == true, "\(lines)")
        #expect(lines.count == 3 && lines.dropFirst().allSatisfy { $0.contains(#""account":"@me:work""#) })
    }

    @Test func `a name that two chats of one account have is looked for there`() throws {
        let work = Profile(directory: data.url.appending(path: "work"))
        try ChatDatabase(.file(path: work.history.url.path)).write { writer in
            for number in 1...2 {
                let contact = Contact(id: ContactID("@twin\(number):test"), name: "Twin")
                let created = Date(timeIntervalSince1970: 0)
                try writer.register(ChatHeader(id: ChatID("!twin\(number):test"), contact: contact, createdAt: created))
            }
        }
        let (lines, code) = try run(["show", "Twin"])
        #expect(code == ExitCode.dataError.rawValue)
        #expect(lines.contains { $0.contains("@twin1:test") && $0.contains("@twin2:test") }, "\(lines)")
    }

    @Test(arguments: [
        (["logout"], "logout"), (["logout", "--forget"], "logout --forget"), (["recovery", "new"], "recovery new"),
        (["recovery", "replace"], "recovery replace"), (["keys", "export", "my keys"], "keys export 'my keys'"),
        (["keys", "import", "f"], "keys import f"), (["devices", "logout", "D2"], "devices logout D2"),
    ])
    func `a command that cannot be undone names the whole command of each account instead`(
        _ arguments: [String],
        _ words: String
    ) throws {
        let (lines, code) = try run(arguments)
        #expect(code == ExitCode.usage.rawValue)
        let commands = ["home", "work"].map { name in
            "@me:\(name): viperchat --data-dir \(data.url.path) --profile \(name) \(words)"
        }
        let text = "several accounts are logged in; choose the one that is meant: \(commands.joined(separator: "; "))"
        #expect(lines == ["viperchat: \(text)"])
    }

    @Test func `a command on an account names it first, and goes on with the only one that is logged in`() throws {
        let named = try run(["devices", "--profile", "work"])
        #expect(named.lines.first == "Account: @me:work, profile work", "\(named.lines)")
        let home = Profile(directory: data.url.appending(path: "home"))
        try home.account.write(try #require(try home.account.read()).loggedOut)
        for arguments in [["devices", "logout", "D2"], ["recovery", "status"], ["devices", "list", "@me:work"]] {
            let (lines, code) = try run(arguments)
            #expect(code == ExitCode.unavailable.rawValue, "no server answers")
            #expect(lines.first == "Account: @me:work, profile work", "\(lines)")
        }
    }

    @Test func `a name that two accounts have is sent to by none until one is named`() throws {
        let (long, longest) = (String(repeating: "long ", count: 50), String(repeating: "x", count: 200))
        let texts = [
            (["send", "Ada", "Hello there"], "send Ada 'Hello there'"), (["show", "Ada"], "show Ada"),
            (["send", "!ada:test", "Hello"], "send '!ada:test' Hello"), (["send", "Ada", long], "send Ada TEXT"),
            (["send", "Ada", longest], "send Ada \(longest)"), (["read", "Ada"], "read Ada"),
            (["watch", "Ada"], "watch Ada"),
        ]
        for (arguments, words) in texts {
            let (lines, code) = try run(arguments)
            #expect(code == ExitCode.dataError.rawValue)
            let commands = ["home", "work"].map { name in
                "@me:\(name): viperchat --profile \(name) \(words) --data-dir \(data.url.path)"
            }
            let text = "choose the one that is meant: \(commands.joined(separator: "; "))"
            #expect(lines.count == 1 && lines[0].hasSuffix(text), "\(lines)")
        }
        let chosen = try run(["--profile", "work", "show", "Ada"])
        #expect(!chosen.lines.joined().contains("several accounts"), "\(chosen.lines)")
        let unknown = try run(["send", "--from", "@me:play", "Ada", "Hello"])
        #expect(unknown.code == ExitCode.usage.rawValue)
        let text = "viperchat: '@me:play' names none of the accounts @me:home and @me:work."
        #expect(unknown.lines == [text])
        #expect(try run(["send", "--from", "work", "--profile", "home", "Ada", "x"]).code == ExitCode.usage.rawValue)
    }

    @Test func `the line mode lists the chats of both accounts, and those of one`() throws {
        let lines = try run([], input: "/account work\n/open Desk\n/quit\n").lines
        #expect(lines.contains { $0.contains("Ada (@me:work)") }, "\(lines)")
        let alone = lines.lastIndex { $0.contains("Ada ") }.map { lines[$0] } ?? ""
        #expect(!alone.contains("@me:work"), "alone, it needs no sign: \(lines)")
        #expect(lines.contains("Desk as @me:work (encrypted)") || lines.contains { $0.hasPrefix("Desk as @me:work") })
    }
}

/// Two accounts on a homeserver, in one line mode.
@Suite(
    .serverThread,
    .enabled("no homeserver answers: .ci/matrix start") { await Synapse.running() != nil },
    .timeLimit(.minutes(20))
)
struct HomeserverAccountsTests {
    @Test func `two accounts in one room write each as itself, from one window and from the command line`() async throws
    {
        let synapse = try #require(await Synapse.running(for: "accounts"))
        let data = DataFolder()
        let alice = try synapse.peer("alice")
        let name = "Both \(UUID().uuidString.prefix(8))"
        let invited: JSONText = [synapse.user("bob"), synapse.user("carol")]
        let room = try #require(alice.perform(["do": "create", "invite": invited, "name": .string(name)]).string)
        func run(_ arguments: [String], input: String = "") throws -> (code: Int32, lines: [String]) {
            try ChildProcess(arguments: arguments + data.arguments, input: input).finish()
        }
        for user in ["bob", "carol"] {
            let profile = Profile(directory: data.url.appending(path: user))
            try profile.prepare()
            try profile.account.write(try await synapse.logIn(user, over: CurlClient()))
            _ = try run(["--line", "--profile", user], input: "/open \(name)\n/join\n/wait 3s\n/quit\n")
        }
        let window = try run(
            ["--line"],
            input:
                "/account bob\n/open \(name)\nfrom Bob\n/wait 2s\n/back\n/account carol\n/open \(name)\nfrom Carol\n/wait 2s\n/quit\n"
        )
        #expect(window.lines.contains { $0.hasPrefix("\(name) as \(synapse.id(of: "bob"))") }, "\(window.lines)")
        #expect(window.lines.contains { $0.hasPrefix("\(name) as \(synapse.id(of: "carol"))") }, "\(window.lines)")
        #expect(try run(["send", name, "from whom?"]).code == ExitCode.dataError.rawValue)
        #expect(try run(["send", "--from", synapse.id(of: "carol"), name, "from Carol again"]).code == 0)
        let events = try alice.perform(["do": "read", "room": .string(room), "limit": .integer(100)])
        let texts = events.elements.compactMap { event in
            event.elements[2].string.map { "\(event.elements[1].string ?? ""): \($0)" }
        }
        #expect(
            texts.filter { $0.contains("from ") } == [
                "\(synapse.id(of: "carol")): from Carol again", "\(synapse.id(of: "carol")): from Carol",
                "\(synapse.id(of: "bob")): from Bob",
            ]
        )
    }
}
