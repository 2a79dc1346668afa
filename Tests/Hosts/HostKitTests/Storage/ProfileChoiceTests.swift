import ChatStore
import ChatTypes
import CommandLineKit
import Foundation
import HostTesting
import MatrixTransport
import Testing

@testable import HostKit

@Suite struct ProfileChoiceTests {
    private let data = DataFolder()

    private func profile(_ name: String) -> Profile {
        Profile(directory: data.url.appending(path: name, directoryHint: .isDirectory))
    }

    /// Returns an environment with the settings, if there are any.
    private func environment(_ settings: String?) throws -> [String: String] {
        guard let settings else { return [:] }
        let folder = data.url.appending(path: "config/viperchat")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(settings.utf8).write(to: folder.appending(path: "settings"))
        return ["XDG_CONFIG_HOME": data.url.appending(path: "config").path]
    }

    private func chosen(isLogin: Bool = false, settings: String? = nil) throws -> String {
        let environment = try environment(settings)
        return try Profile(dataDirectory: data.url.path, name: nil, environment: environment, isLogin: isLogin)
            .directory.lastPathComponent
    }

    private func logIn(_ name: String) throws {
        try profile(name).prepare()
        try profile(name).account.write(
            MatrixAccount(homeserver: "https://h", user: ContactID("@\(name):h"), device: "D", token: "t")
        )
        profile(name).noteLogin()
    }

    private func simulate(_ name: String) throws {
        try profile(name).prepare()
        try Data("x".utf8).write(to: profile(name).history.url)
    }

    @Test func `the demo has a profile of its own until an account logs in`() throws {
        #expect(try chosen() == "demo")
        #expect(try chosen(isLogin: true) == "default")
        try simulate("demo")
        #expect(try chosen() == "demo")
        try logIn("default")
        #expect(try chosen() == "default")
    }

    @Test func `the last login is opened, and a login without a name stays in the default profile`() throws {
        try logIn("default")
        try logIn("work")
        #expect(try chosen() == "work")
        #expect(try chosen(isLogin: true) == "default")
        try FileManager.default.removeItem(at: profile("work").directory)
        #expect(try chosen() == "default")
    }

    private func logOut(_ name: String) throws {
        try profile(name).account.write(try #require(try profile(name).account.read()).loggedOut)
    }

    @Test func `a profile that is logged out gives way to the last login of those that are logged in`() throws {
        for name in ["default", "alpha", "work", "home"] { try logIn(name) }
        try logIn("work")
        try logOut("work")
        #expect(try chosen() == "home")
        try logOut("home")
        #expect(try chosen() == "alpha")
        for name in ["default", "alpha"] { try logOut(name) }
        #expect(try chosen() == "work", "with nobody logged in, the last login's stored chats can be read")
    }

    @Test func `a login that the note lacks, as that of an earlier version may, is still found`() throws {
        for name in ["home", "work"] { try logIn(name) }
        try Data("work\n".utf8).write(to: data.url.appending(path: "last-login"))
        try logOut("work")
        #expect(try chosen() == "home")
    }

    @Test func `an account that cannot be read is chosen, so that opening it says why`() throws {
        for name in ["default", "work"] { try logIn(name) }
        try Data("no account".utf8).write(to: profile("work").account.url)
        #expect(try chosen() == "work")
    }

    @Test func `the settings name the profile, comments and other lines aside`() throws {
        try logIn("default")
        #expect(try chosen(settings: "hours = 24\n# profile = no\n profile = home # mine\n") == "home")
        #expect(try chosen(isLogin: true, settings: "profile = home") == "home")
        #expect(throws: UsageError.self) { try chosen(settings: "profile = ../home") }
    }

    @Test func `simulated chats in the default profile move to the demo when an account logs in`() throws {
        try simulate("default")
        #expect(try chosen() == "default")
        #expect(try chosen(isLogin: true) == "default")
        #expect(try chosen() == "demo")
        #expect(profile("demo").hasHistory && !profile("default").hasHistory)
    }

    @Test func `simulated chats of which only the server's journal is left move, too`() throws {
        try profile("default").prepare()
        try Data("x".utf8).write(to: profile("default").directory.appending(path: "server.journal"))
        #expect(try chosen() == "default")
        #expect(try chosen(isLogin: true) == "default")
        #expect(profile("demo").journalLength == 1 && profile("default").journalLength == 0)
    }

    @Test func `simulated chats in use stay where they are`() throws {
        try simulate("default")
        let lock = try profile("default").lock()
        #expect(try chosen(isLogin: true) == "default")
        #expect(profile("default").hasHistory)
        withExtendedLifetime(lock) {}
    }

    @Test(arguments: ["", "../x", "a b", String(repeating: "x", count: 1000), "\u{1B}"])
    func `a damaged note of the last login is ignored`(_ text: String) throws {
        try logIn("default")
        try Data(text.utf8).write(to: data.url.appending(path: "last-login"))
        #expect(try chosen() == "default")
    }

    @Test func `the note has each login once, the last one first, and no more than fifty`() throws {
        func names() throws -> [Substring] {
            try String(contentsOf: data.url.appending(path: "last-login"), encoding: .utf8).split(separator: "\n")
        }
        let choice = ProfileChoice(base: data.url, named: nil)
        for number in 1...51 { choice.note(login: "p\(number)") }
        #expect(try names().count == 50 && names().first == "p51" && names().last == "p2")
        choice.note(login: "p40")
        #expect(try names().count == 50 && names().first == "p40" && names().filter { $0 == "p40" }.count == 1)
    }

    @Test func `the last line of the settings counts, and a file that is too long is no settings`() throws {
        #expect(try ProfileSetting.name(in: "profile = a\nprofile = b\nprofiles = c\nprofile\n") == "b")
        let longest = "profile = home\n".padding(toLength: 65_536, withPad: "#", startingAt: 0)
        #expect(try chosen(settings: longest) == "home")
        #expect(try chosen(settings: longest + "#") == "demo")
    }

    @Test func `a profile's name may have 64 letters`() throws {
        let name = String(repeating: "a", count: 64)
        #expect(try ProfileName.parsed(name, of: "--profile") == name)
        #expect(throws: UsageError.self) { try ProfileName.parsed(name + "a", of: "--profile") }
    }

    private func hint(named name: String? = nil, isLogin: Bool = false, settings: String? = nil) throws -> String {
        let environment = try environment(settings)
        return try Profile(dataDirectory: data.url.path, name: name, environment: environment, isLogin: isLogin)
            .command("keys").replacing("viperchat --data-dir \(data.url.path) ", with: "")
    }

    @Test func `a hint to log in does not lead into the demo that the settings name`() throws {
        try logIn("default")
        #expect(try hint(settings: "profile = demo") == "keys")
        #expect(try hint(settings: "profile = default") == "keys")
        #expect(try hint(settings: "profile = work") == "--profile work keys")
    }

    @Test func `hints name the profile as soon as another one has an account`() throws {
        #expect(try hint() == "keys")
        try logIn("default")
        #expect(try hint() == "keys")
        #expect(try hint(named: "default") == "--profile default keys")
        try simulate("demo")
        #expect(try hint() == "keys", "the demo has no account")
        try logIn("work")
        try logIn("default")
        #expect(try hint() == "--profile default keys")
        try logOut("default")
        #expect(try hint() == "--profile work keys")
        #expect(try hint(isLogin: true) == "--profile default keys")
        #expect(try hint(named: "default") == "--profile default keys")
    }

    @Test func `a hint for another profile keeps a data directory of this one's name`() throws {
        var profile = profile("mine")
        profile.options = ["--data-dir", "mine", "--profile", "mine"]
        #expect(profile.unused().options == ["--data-dir", "mine", "--profile", "account2"])
        profile.options = ["--data-dir", "mine"]
        #expect(profile.unused().options == ["--data-dir", "mine", "--profile", "account2"])
        try self.profile("account2").prepare()
        #expect(profile.unused().options == ["--data-dir", "mine", "--profile", "account3"], "that one is in use")
    }

    @Test func `a profile beside another one keeps its notes about keys where that has them`() {
        let state = data.url.appending(path: "state")
        let profile = Profile(directory: data.url.appending(path: "mine"), stateDirectory: state)
        #expect(profile.beside("other").stateDirectory == state)
    }

    @Test func `hints are whole commands that a shell reads back`() throws {
        let folder = data.url.appending(path: "it's mine").path
        let profile = try Profile(dataDirectory: folder, name: "alice", environment: [:])
        let prefix = "viperchat --data-dir '\(folder.replacing("'", with: "'\\''"))' --profile alice"
        #expect(profile.command("recovery new") == "\(prefix) recovery new")
        let account = MatrixAccount(homeserver: "https://m.h", user: ContactID("@alice:h"), device: "D", token: "t")
        #expect(profile.loginCommand(of: account) == "\(prefix) login @alice:h")
        #expect(profile.unused().command("list").hasSuffix(" --profile account2 list"))
    }
}
