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

/// `login --password`, for the first time and on a profile that was logged in before.
@Suite(.ownThread) struct PasswordLoginTests {
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
        let command = AccountCommand(
            profile: data.profile,
            client: homeserver,
            environment: .ofAccounts,
            input: SecretInput(signals: try SignalPipe(), prompts: output, descriptor: input.readEnd),
            output: output,
            options: CommandLineOptions()
        )
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
}

/// A homeserver that takes every password.
private final class PasswordServerFake: HTTPClient {
    private let user: String
    private let hasEnded: Bool
    private let asked = Mutex<(paths: [String], login: String?)>(([], nil))

    /// - Parameter hasEnded: whether it no longer takes tokens of former logins.
    init(user: String = "@me:test", hasEnded: Bool = false) {
        (self.user, self.hasEnded) = (user, hasEnded)
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
        if last == "whoami", hasEnded {
            return HTTPResponse(status: 401, body: Array(#"{"errcode":"M_UNKNOWN_TOKEN","error":"ended"}"#.utf8))
        }
        let body =
            switch (last, request.method) {
            case ("versions", _): #"{"versions":["v1.11"]}"#
            case ("login", .get): #"{"flows":[{"type":"m.login.password"}]}"#
            case ("login", _): #"{"user_id":"\#(user)","device_id":"\#(device)","access_token":"new"}"#
            case ("query", _): #"{"device_keys":{},"master_keys":{}}"#
            case ("upload", _): #"{"one_time_key_counts":{}}"#
            default: "{}"
            }
        return HTTPResponse(status: 200, body: Array(body.utf8))
    }
}
