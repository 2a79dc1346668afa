import CSystem
import ChatTypes
import Foundation
import HTTPClient
import HostTesting
import RuntimeKit
import SimulationKit
import Testing
import ThreadTesting

@testable import HostKit
@testable import MatrixTransport

@Suite(.ownThread, .timeLimit(.minutes(20))) struct ProfileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-profile-\(UUID())")

    @Test func `data is stored in the option's directory, or XDG's, or at home`() throws {
        func path(_ directory: String?, _ name: String?, _ environment: [String: String]) throws -> String {
            try Profile(dataDirectory: directory, name: name, environment: environment).directory.path
        }
        #expect(try path("/data", nil, ["XDG_DATA_HOME": "/xdg"]) == "/data/demo")
        #expect(try path(nil, "work", ["XDG_DATA_HOME": "/xdg", "HOME": "/me"]) == "/xdg/viperchat/work")
        #expect(
            try path(nil, nil, ["XDG_DATA_HOME": "relative", "HOME": "/me"]) == "/me/.local/share/viperchat/demo"
        )
    }

    @Test func `notes about keys are in XDG's folder for states or at home, and never in the current directory`() throws
    {
        func path(_ environment: [String: String]) throws -> String? {
            try Profile(dataDirectory: "/data", name: "work", environment: environment).stateDirectory?.path
        }
        #expect(try path(["XDG_STATE_HOME": "/xdg", "HOME": "/me"]) == "/xdg/viperchat")
        #expect(try path(["XDG_STATE_HOME": "relative", "HOME": "/me"]) == "/me/.local/state/viperchat")
        #expect(try path(["HOME": "relative"]) == nil)
    }

    @Test(arguments: 0...3) func `a homeserver is used as the account's login wanted`(option: Int) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let profile = Profile(folder: folder)
        var account = MatrixAccount(homeserver: "https://test", user: ContactID("@a:test"), device: "D", token: "t")
        var settings = MatrixSettings(loginCommand: profile.loginCommand(of: account))
        switch option {
        case 0: (account.sendsReadReceipts, settings.sendsReadReceipts) = (false, false)
        case 1: (account.sendsTyping, settings.sendsTyping) = (false, false)
        case 2: (account.encryptsChats, settings.encryptsChats) = (false, false)
        default: (account.sharesWithSignedOnly, settings.sharesWithSignedOnly) = (true, true)
        }
        try profile.prepare()
        let environment = ChatEnvironment(
            clock: VirtualClock(),
            now: { Date(timeIntervalSince1970: 0) },
            calendar: .utcInUSEnglish,
            random: RandomSource(SplitMix64(seed: 1))
        )
        #expect(try profile.homeserver(of: account, over: CurlClient(), environment).settings == settings)
    }

    @Test(arguments: ["", "relative", "./me", "~"])
    func `an invalid home falls back to the user database, never to the current directory`(home: String) throws {
        let profile = try Profile(dataDirectory: nil, name: "work", environment: ["HOME": home])
        let account = try #require(getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) })
        #expect(profile.directory.path == "\(account)/.local/share/viperchat/work")
    }

    @Test func `a directory is private, and used by one process at a time`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let profile = Profile(folder: folder)
        try profile.prepare()
        let attributes = try FileManager.default.attributesOfItem(atPath: profile.directory.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        do {
            let lock = try profile.lock()
            #expect(throws: StorageError.inUse(path: profile.directory.path)) { _ = try profile.lock(attempts: 1) }
            #expect(profile.isInUse)
            withExtendedLifetime(lock) {}
        }
        // A process that another test is starting holds a copy of the lock until it runs its program.
        for _ in 0..<10_000 where profile.isInUse { await Task.yield() }
        #expect(!profile.isInUse, "it goes free with the process that held it")
    }

    @Test func `a profile is deleted with the witness of its keys, and with no other`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let state = folder.appending(path: "state")
        let environment = ChatEnvironment(
            clock: VirtualClock(),
            now: { Date(timeIntervalSince1970: 0) },
            calendar: .utcInUSEnglish,
            random: RandomSource(SplitMix64(seed: 1))
        )
        func witnesses() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: state.path).count }
        func make(_ name: String) throws -> (profile: Profile, account: MatrixAccount) {
            let profile = Profile(directory: folder.appending(path: name), stateDirectory: state)
            let user = ContactID("@\(name):test")
            let account = MatrixAccount(homeserver: "https://test", user: user, device: "D", token: "t")
            try profile.prepare()
            _ = try profile.encryption(of: account, environment)
            return (profile, account)
        }
        let (ada, bob) = (try make("ada"), try make("bob"))
        #expect(try witnesses() == 2)
        try ada.profile.delete(of: ada.account)
        #expect(try witnesses() == 1)
        #expect(!FileManager.default.fileExists(atPath: ada.profile.directory.path))
        #expect(bob.profile.hasEncryptionKeys)
    }

    @Test func `a second chat process is refused, and a reading one is not`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run(["--data-dir", folder.path, "--virtual-time"], "/new Ada\nhello\n/wait 5s\n/quit\n").code == 0)
        let lock = try Profile(folder: folder).lock()
        defer { withExtendedLifetime(lock) {} }
        #expect(try run(["--data-dir", folder.path, "--virtual-time"], "/quit\n").code == 75)
        #expect(try run(["send", "Ada", "x", "--data-dir", folder.path], "").code == 75)
        for command in [["list"], ["show", "Ada"], ["search", "hello"], ["export"]] {
            let (code, lines) = try run(command + ["--data-dir", folder.path], "")
            #expect(code == 0)
            #expect(lines.contains { $0.contains("hello") })
        }
    }

    @Test func `a restarted session sends under new IDs, even if nothing reached the server`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for text in ["one", "two", "three"] {
            let input = "/open John\n\(text)\n"
            #expect(try run(["--data-dir", folder.path, "--virtual-time", "--seed", "5"], input).code == 0)
        }
        let lines = try run(["export", "--data-dir", folder.path], "").lines
        for text in ["one", "two", "three"] { #expect(lines.count { $0.contains("You: \(text)") } == 1) }
    }

    @Test(arguments: [["list"], ["show", "Ada"], ["list", "--virtual-time"], ["search", "x"], ["export"]])
    func `a command that only reads creates no profile`(command: [String]) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run(command + ["--data-dir", folder.path, "--profile", "typo"], "").code == 66)
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "typo").path))
    }

    @Test func `an invalid text is refused before anything is sent`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = String(repeating: "x", count: 65_537)
        let (code, lines) = try run(["send", "Ada", text, "--data-dir", folder.path, "--virtual-time"], "")
        #expect(code == 65 && lines == ["! The message is too long: 65537 bytes, and the server takes 65536"])
        #expect(try run(["show", "Ada", "--data-dir", folder.path], "").code == 65, "there is no such chat")
    }

    private func run(_ arguments: [String], _ input: String) throws -> (code: Int32, lines: [String]) {
        try ChildProcess(arguments: arguments, input: input).finish()
    }
}
