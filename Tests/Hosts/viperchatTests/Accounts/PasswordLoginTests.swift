import CSystem
import ChatTypes
import Foundation
import HTTPClient
import HostTesting
import JSONKit
import MatrixTransport
import Synchronization
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

/// `login --password` and `login --sso`, for the first time and on a profile that was logged in before.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct PasswordLoginTests {
    private let data = DataFolder()
    private let former = MatrixAccount(
        homeserver: "https://h.test",
        user: ContactID("@me:test"),
        device: "FORMER",
        token: "old"
    )

    /// Logs in with the lines that the user types. Returns the request that did it.
    private func logIn(typing lines: String, to homeserver: PasswordServerFake) async throws -> JSONDocument {
        let (input, prompts) = (PipeFake(), PipeFake())
        defer { for end in [input.readEnd, prompts.readEnd, prompts.writeEnd] { close(end) } }
        input.write(lines)
        input.closeWriteEnd()
        let output = LineOutput(descriptor: prompts.writeEnd)
        let command = try AccountCommand(data.profile, at: homeserver, reading: input.readEnd, printingTo: output)
        #expect(try await command.run(.login(address: "https://h.test", way: .password)) == .ok)
        return try JSONDocument(Array(try #require(homeserver.login).utf8))
    }

    @Test func `the first login is of the typed user, and of no device`() async throws {
        let request = try await logIn(typing: "me\nsecret\n", to: PasswordServerFake()).root
        #expect(request["identifier"]?["user"]?.string == "me")
        #expect(request["password"]?.unmasked == "secret")
        #expect(request["device_id"] == nil)
        #expect(try data.profile.account.read()?.device == "NEW")
    }

    @Test(arguments: [false, true])
    func `a further login keeps the device, to which the keys belong`(isEndedByServer: Bool) async throws {
        try data.profile.prepare()
        try data.profile.account.write(isEndedByServer ? former : former.loggedOut)
        let server = PasswordServerFake(hasEnded: isEndedByServer)
        // An empty line stands for the profile's user.
        let request = try await logIn(typing: "\nsecret\n", to: server).root
        #expect(request["identifier"]?["user"]?.string == "@me:test")
        #expect(request["device_id"]?.string == "FORMER")
        let stored = try #require(try data.profile.account.read())
        #expect(stored.device == "FORMER" && stored.token == "new")
    }

    @Test func `the login of another user than the profile's is refused, and ended at once`() async throws {
        try data.profile.prepare()
        try data.profile.account.write(former.loggedOut)
        let server = PasswordServerFake(user: "@other:test")
        await #expect(throws: StorageError.self) { try await logIn(typing: "other\nsecret\n", to: server) }
        #expect(server.paths.last == "logout")
        #expect(try data.profile.account.read() == former.loggedOut)
    }

    /// Logs in by single sign-on, with a browser that comes back at once. Returns the account, and the lines that were shown.
    private func signOn(at homeserver: PasswordServerFake, typing lines: String = "") async throws
        -> (account: MatrixAccount, lines: [String])
    {
        let (input, said) = (PipeFake(), LineList())
        defer { close(input.readEnd) }
        input.write(lines)
        input.closeWriteEnd()
        let address = LoginAddress.homeserver("https://h.test")
        let steps = LoginCommand(
            login: try await MatrixLogin(discovering: address, over: homeserver, now: { .distantPast }),
            address: address,
            way: .sso,
            former: former.loggedOut,
            environment: .ofAccounts,
            input: SecretInput(
                signals: try SignalPipe(),
                prompts: LineOutput(descriptor: -1),
                descriptor: input.readEnd
            ),
            say: { line in
                said.lines.withLock { $0.append(line) }
                let page = URLComponents(string: line.trimmingCharacters(in: .whitespaces))
                guard let back = page?.queryItems?.first(where: { $0.name == "redirectUrl" })?.value else { return }
                Task.detached { _ = try await CurlClient().send(HTTPRequest(.get, "\(back)?loginToken=of-browser")) }
            },
            showPicture: nil,
            command: { $0 }
        )
        return (try await steps.account(), said.lines.withLock { $0 })
    }

    @Test func `single sign-on logs the same device in again`() async throws {
        let homeserver = PasswordServerFake()
        let (account, lines) = try await signOn(at: homeserver)
        #expect(account.device == "FORMER" && account.token == "new")
        let request = try JSONDocument(Array(try #require(homeserver.login).utf8)).root
        #expect(request["token"]?.unmasked == "of-browser" && request["device_id"]?.string == "FORMER")
        #expect(!lines.contains { $0.hasPrefix("Log in with") }, "there is nothing to choose")
    }

    @Test func `single sign-on of another user is refused, and ended at once`() async throws {
        let homeserver = PasswordServerFake(user: "@other:test")
        await #expect(throws: LoginError.otherUser("@other:test")) { try await signOn(at: homeserver) }
        #expect(homeserver.paths.last == "logout")
    }

    @Test func `of several providers the user chooses one by its number`() async throws {
        let homeserver = PasswordServerFake(providers: ["a", "b"])
        let lines = try await signOn(at: homeserver, typing: "b\n0\n3\n2\n").lines
        let question = ["Log in with:", " 1  Name of a", " 2  Name of b"]
        #expect(Array(lines.prefix(6)) == question + Array(repeating: "Type one of the numbers", count: 3))
        #expect(lines.contains { $0.hasPrefix(" https://h.test/") && $0.contains("/sso/redirect/b?") }, "\(lines)")
    }
}

/// The lines that a login has shown.
private final class LineList: Sendable { let lines = Mutex<[String]>([]) }

/// A homeserver that takes every password, and every token that a browser brings.
private final class PasswordServerFake: HTTPClient {
    private let user: String
    private let hasEnded: Bool
    private let providers: String
    private let asked = Mutex<(paths: [String], login: String?)>(([], nil))

    /// - Parameter hasEnded: whether it no longer takes tokens of former logins.
    init(user: String = "@me:test", hasEnded: Bool = false, providers: [String] = []) {
        (self.user, self.hasEnded) = (user, hasEnded)
        self.providers = providers.map { #"{"id":"\#($0)","name":"Name of \#($0)"}"# }.joined(separator: ",")
    }

    /// The last parts of the paths of all requests.
    var paths: [String] { asked.withLock { $0.paths } }
    /// The request that logged in.
    var login: String? { asked.withLock { $0.login } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let last = URL(string: request.url)?.lastPathComponent ?? ""
        var device = "NEW"
        asked.withLock { asked in
            asked.paths.append(last)
            guard last == "login", case .bytes(let bytes)? = request.body else { return }
            let text = String(decoding: bytes, as: UTF8.self)
            asked.login = text
            if text.contains("FORMER") { device = "FORMER" }
        }
        if last == "auth_metadata" {
            return HTTPResponse(status: 404, body: Array(#"{"errcode":"M_UNRECOGNIZED","error":"no"}"#.utf8))
        }
        if last == "whoami", hasEnded {
            return HTTPResponse(status: 401, body: Array(#"{"errcode":"M_UNKNOWN_TOKEN","error":"ended"}"#.utf8))
        }
        let body =
            switch (last, request.method) {
            case ("versions", _): #"{"versions":["v1.11"]}"#
            case ("login", .get):
                #"{"flows":[{"type":"m.login.password"},{"type":"m.login.token"},"#
                    + #"{"type":"m.login.sso","identity_providers":[\#(providers)]}]}"#
            case ("login", _): #"{"user_id":"\#(user)","device_id":"\#(device)","access_token":"new"}"#
            case ("query", _): #"{"device_keys":{},"master_keys":{}}"#
            case ("upload", _): #"{"one_time_key_counts":{}}"#
            default: "{}"
            }
        return HTTPResponse(status: 200, body: Array(body.utf8))
    }
}
