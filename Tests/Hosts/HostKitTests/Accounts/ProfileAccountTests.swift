import ChatApp
import ChatTypes
import Foundation
import HTTPClient
import HostTesting
import MatrixTransport
import RuntimeKit
import Testing

@testable import HostKit

/// The profiles that are logged in, and opening all of them as one app.
@Suite(.timeLimit(.minutes(20))) struct ProfileAccountTests {
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
        try logIn("a copy", as: "@me:copy")
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

    private func container(
        of accounts: [ProfileAccount],
        over client: any HTTPClient = CurlClient()
    ) async throws -> AppContainer {
        let start = HostStart(
            options: CommandLineOptions(),
            environment: [:],
            profile: accounts[0].profile,
            accounts: accounts,
            signals: try SignalPipe(),
            makeClient: { client }
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

    @Test func `news of one of several accounts names it`() async throws {
        for name in ["a", "b"] { try logIn(name, as: "@me:\(name)") }
        let damaged = Data("no database, but long enough to be taken for one".utf8)
        try damaged.write(to: profile("b").directory.appending(path: "crypto.sqlite"))
        let notices = try await container(of: profile("a").accountsBeside()).notices
        #expect(notices.map { $0.hasPrefix("@me:b: The encryption keys here were damaged") } == [true], "\(notices)")
    }

    @Test func `a new login is told with the account that it is to`() async throws {
        for name in ["a", "b"] {
            try logIn(name, as: "@me:\(name)")
            try Data("D".utf8).write(to: profile(name).directory.appending(path: "logins"))
        }
        let container = try await container(of: profile("a").accountsBeside(), over: StrangerFake())
        let told = CoalescingQueue<String>()
        let follow = Task { await container.followNews { told.post($0) } }
        var sentences: [String] = []
        while sentences.count < 2, !Task.isCancelled {
            sentences += await told.takeAll().filter { $0.contains("New login: ") }
        }
        follow.cancel()
        await follow.value
        #expect(sentences.map { $0.prefix(18) }.sorted() == ["@me:a: New login: ", "@me:b: New login: "])
    }

    @Test func `with no account left, the reason of the first is thrown`() async throws {
        for name in ["c", "d"] {
            try profile(name).prepare()
            try Data("no account".utf8).write(to: profile(name).account.url)
        }
        await #expect(throws: AccountFileError.unusable(path: profile("c").account.url.path)) {
            _ = try await container(of: profile("c").accountsBeside())
        }
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

/// A homeserver with a device that the user does not know, which answers nothing else.
private struct StrangerFake: HTTPClient {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard URL(string: request.url)?.lastPathComponent == "devices" else { return HTTPResponse(status: 502) }
        let list = #"{"devices":[{"device_id":"D"},{"device_id":"EVIL"}]}"#
        return HTTPResponse(status: 200, mediaType: "application/json", body: Array(list.utf8))
    }
}
