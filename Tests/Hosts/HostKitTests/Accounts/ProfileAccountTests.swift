import ChatApp
import ChatTypes
import Foundation
import HTTPClient
import HostTesting
import MatrixTransport
import Testing

@testable import HostKit

/// The profiles that are logged in, and opening all of them as one app.
@Suite struct ProfileAccountTests {
    private let data = DataFolder()

    private func profile(_ name: String) -> Profile {
        Profile(directory: data.url.appending(path: name, directoryHint: .isDirectory))
    }

    private func logIn(_ name: String, as user: String, token: String = "t") throws {
        try profile(name).prepare()
        try profile(name).account.write(
            // No server listens there.
            MatrixAccount(homeserver: "http://127.0.0.1:9", user: ContactID(user), device: "D", token: token)
        )
    }

    @Test func `the accounts are the profiles that are logged in, the given one first`() throws {
        try logIn("work", as: "@me:work")
        try logIn("home", as: "@me:home")
        try logIn("away", as: "@me:away")
        try profile("away").account.write(try #require(try profile("away").account.read()).loggedOut)
        try profile("demo").prepare()
        #expect(profile("work").accountsBeside().map(\.name.rawValue) == ["@me:work", "@me:home"])
        #expect(profile("demo").accountsBeside().map(\.name.rawValue) == ["@me:home", "@me:work"])
        var given = profile("work")
        given.options = ["--data-dir", "d", "--profile", "work"]
        #expect(given.accountsBeside().map(\.profile.options.last) == ["work", "home"])
    }

    @Test func `two profiles of one user are told apart by their names`() throws {
        try logIn("a", as: "@me:home")
        try logIn("b", as: "@me:home")
        #expect(profile("a").accountsBeside().map(\.name.rawValue) == ["@me:home (a)", "@me:home (b)"])
    }

    @Test(arguments: [
        ("@me:home", "home"), ("home", "home"), ("@me:w", "work"), ("@you", "work"), ("x", nil), ("", nil), ("me", nil),
    ])
    func `a text names an account by its ID, a part that no other has, or its profile`(text: String, name: String?)
        throws
    {
        try logIn("home", as: "@me:home")
        try logIn("work", as: "@me:work.you@you")
        let accounts = profile("home").accountsBeside()
        let found = try? ProfileAccount.named(text, among: accounts).profile.directory.lastPathComponent
        #expect(found == name)
    }

    private func container(of accounts: [ProfileAccount]) async throws -> AppContainer {
        let start = HostStart(
            options: CommandLineOptions(),
            environment: [:],
            profile: accounts[0].profile,
            accounts: accounts,
            signals: try SignalPipe(),
            makeClient: { CurlClient() }
        )
        return try await start.container(in: .utcInUSEnglish, takesCommands: false, readsMarkdown: true)
    }

    @Test func `an account that cannot be opened hinders no other, and a notice says why`() async throws {
        try logIn("a", as: "@me:a")
        try logIn("b", as: "@me:b")
        try profile("c").prepare()
        try Data("no account".utf8).write(to: profile("c").directory.appending(path: "account.json"))
        let accounts = profile("a").accountsBeside()
        #expect(accounts.count == 3)
        let container = try await container(of: accounts)
        #expect(container.application.accounts.map(\.name?.rawValue) == ["@me:a", "@me:b"])
        #expect(
            container.notices.count == 1 && container.notices[0].hasPrefix("c is not open: "),
            "\(container.notices)"
        )
        #expect(!container.isSimulated)
    }

    @Test func `with one account left, the app is that of one account`() async throws {
        try logIn("a", as: "@me:a")
        try profile("c").prepare()
        try Data("no account".utf8).write(to: profile("c").directory.appending(path: "account.json"))
        let accounts = profile("a").accountsBeside()
        let container = try await container(of: accounts)
        #expect(container.application.accounts.map(\.name) == [nil])
        #expect(container.notices.count == 1)
    }
}
