import ChatTypes
import Foundation
import HTTPClient
import HostTesting
import MatrixTransport
import RuntimeKit
import SimulationKit
import Synchronization
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

/// A login by a code, as `login` shows it.
@Suite(.ownThread) struct LoginPictureTests {
    /// Logs in by a code in virtual time. Returns the lines that are shown; those of a picture begin with `picture`.
    private func shown(withPicture hasPicture: Bool, lifetime: Int = 1200, user: String = "@me:test") throws
        -> [String]
    {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let lines = ShownLines()
        let ended = Mutex<Result<MatrixAccount, any Error>?>(nil)
        let environment = ChatEnvironment(
            clock: executor.clock,
            now: { Date(timeIntervalSince1970: 1_600_000_000) },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SplitMix64(seed: 1))
        )
        let input = SecretInput(signals: try SignalPipe(), prompts: LineOutput(descriptor: -1))
        let task = Task(executorPreference: executor) {
            do {
                let account = try await Self.logIn(
                    environment,
                    input,
                    to: CodeServerFake(lifetime: lifetime, user: user),
                    showing: lines,
                    withPicture: hasPicture
                )
                ended.withLock { $0 = .success(account) }
            } catch { ended.withLock { $0 = .failure(error) } }
        }
        defer { task.cancel() }
        #expect(executor.run { ended.withLock { $0 != nil } })
        let account = try ended.withLock { $0 }?.get()
        #expect(account?.user == ContactID("@me:test"))
        return lines.all
    }

    private static func logIn(
        _ environment: ChatEnvironment,
        _ input: SecretInput,
        to server: CodeServerFake,
        showing lines: ShownLines,
        withPicture hasPicture: Bool
    ) async throws -> MatrixAccount {
        let address = LoginAddress.homeserver("https://h.test")
        let login = try await MatrixLogin(discovering: address, over: server, now: environment.now)
        let user = ContactID("@me:test")
        let former = MatrixAccount(homeserver: "https://h.test", user: user, device: "FORMERDEVICE", token: "")
        let showPicture: @Sendable ([String]) -> Void = { picture in lines.add(picture.map { "picture \($0)" }) }
        let steps = LoginCommand(
            login: login,
            address: address,
            way: nil,
            former: former,
            environment: environment,
            input: input,
            say: { lines.add([$0]) },
            showPicture: hasPicture ? showPicture : nil,
            command: { "viperchat \($0)" }
        )
        return try await steps.account()
    }

    @Test func `on a terminal of 24 rows the picture comes first, and all of it and the code are in sight`() throws {
        let lines = try shown(withPicture: true)
        let text = lines.drop { $0.hasPrefix("picture ") }
        #expect(text.count < lines.count && !text.contains { $0.hasPrefix("picture ") })
        #expect(
            Array(text) == [
                "To log in, scan this picture, or open this page in a browser on any device:",
                " https://account.h.test/link", "and type this code there, within 20 minutes:", " ABC-DEF",
                "Waiting until you approve the login there (Ctrl-C cancels)…",
            ]
        )
        #expect(lines.count < 24, "the cursor has a row of its own")
        #expect(text.allSatisfy { $0.count <= 80 })
    }

    @Test func `without a terminal, the address with the code stands in the picture's place`() throws {
        let lines = try shown(withPicture: false)
        #expect(
            lines.prefix(2) == [
                "To log in, open this page in a browser on any device:", " https://account.h.test/link",
            ]
        )
        #expect(lines.contains(" https://account.h.test/link?code=ABC-DEF"))
    }

    @Test func `a code that another user than the profile's approved is refused`() {
        #expect(throws: LoginError.otherUser("@other:test")) { try shown(withPicture: false, user: "@other:test") }
    }

    @Test(arguments: [(30, "1 minute:"), (119, "1 minute:"), (120, "2 minutes:")])
    func `the time for the code is told in whole minutes`(lifetime: Int, words: String) throws {
        let lines = try shown(withPicture: false, lifetime: lifetime)
        #expect(lines.contains("and type this code there, within \(words)"), "\(lines)")
    }
}

/// The lines that a login has shown.
private final class ShownLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ more: [String]) { lines.withLock { $0 += more } }
}

/// A homeserver whose authorization server approves a code at once.
private struct CodeServerFake: HTTPClient {
    /// The time in seconds in which the code can be used.
    let lifetime: Int
    /// The user who approves the code.
    let user: String

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let place = URL(string: request.url)?.lastPathComponent ?? ""
        let body =
            switch place {
            case "versions": #"{"versions":["v1.15"]}"#
            case "auth_metadata":
                """
                {"issuer":"https://as.test/","token_endpoint":"https://as.test/token",\
                "registration_endpoint":"https://as.test/register",\
                "device_authorization_endpoint":"https://as.test/device",\
                "grant_types_supported":["urn:ietf:params:oauth:grant-type:device_code"]}
                """
            case "register": #"{"client_id":"C"}"#
            case "device":
                """
                {"device_code":"secret-code","user_code":"ABC-DEF","verification_uri":"https://account.h.test/link",\
                "verification_uri_complete":"https://account.h.test/link?code=ABC-DEF","expires_in":\(lifetime),"interval":5}
                """
            case "token": #"{"access_token":"A","token_type":"Bearer","refresh_token":"R","expires_in":300}"#
            case "whoami": #"{"user_id":"\#(user)","device_id":"FORMERDEVICE"}"#
            default: #"{"errcode":"M_UNRECOGNIZED","error":"no"}"#
            }
        return HTTPResponse(status: place == "login" ? 404 : 200, body: Array(body.utf8))
    }
}
