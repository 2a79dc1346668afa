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

/// `viperchat login`, `devices` and `logout` on the stage of `.ci/sign-on`, with a test as the user and the browser.
@Suite(
    .serverThread,
    .enabled("no stage answers: .ci/sign-on start") { await SignOnStage.running() != nil },
    .timeLimit(.minutes(20))
)
final class SignOnCommandTests {
    private let stage: SignOnStage
    private let user: String
    private let data = DataFolder()

    init() async throws {
        stage = try #require(await SignOnStage.running())
        user = stage.newUser()
    }

    private var account: AccountFile { Profile(directory: data.url.appending(path: "default")).account }

    /// Starts `viperchat`, errors and output in one.
    private func start(_ arguments: [String], input: String = "") throws -> ChildProcess {
        try ChildProcess(
            arguments: arguments + data.arguments,
            input: input,
            launcher: ["/bin/sh", "-c", #"exec "$0" "$@" 2>&1"#, ChildProcess.executable().path]
        )
    }

    private func finish(_ process: ChildProcess) -> (lines: [String], code: Int32) {
        var lines: [String] = []
        while let line = process.nextLine() { lines.append(line) }
        return (lines, process.waitUntilExit())
    }

    private func run(_ arguments: [String], input: String = "") throws -> (lines: [String], code: Int32) {
        finish(try start(arguments, input: input))
    }

    /// Reads lines up to one that has a prefix; returns it.
    private func line(_ prefix: String, of process: ChildProcess) throws -> String {
        var lines: [String] = []
        while let line = process.nextLine() {
            if line.hasPrefix(prefix) { return line }
            lines.append(line)
        }
        Issue.record("no line begins with \(prefix): \(lines)")
        throw CancellationError()
    }

    private func logIn(_ more: [String] = [], address: String? = nil) async throws -> [String] {
        let process = try start(["login", address ?? stage.oauth] + more)
        let page = try line(" http", of: process).trimmingCharacters(in: .whitespaces)
        if more.isEmpty {
            let code = try line(" ", of: process).trimmingCharacters(in: .whitespaces)
            try await stage.decide(page, as: user, code: code)
        } else {
            let end = try #require(try await stage.decide(page, as: user))
            _ = try await CurlClient().send(HTTPRequest(.get, end))
        }
        let (lines, code) = finish(process)
        #expect(code == 0, "\(lines)")
        return lines
    }

    @Test func `login shows a code, waits for the approval, and logout ends the login at the server`() async throws {
        let lines = try await logIn()
        #expect(lines.contains { $0.hasPrefix("Logged in as @\(user):test on \(stage.oauth), device ") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("To keep encrypted messages readable") && $0.hasSuffix(" recovery new") })
        let stored = try #require(try account.read())
        #expect(stored.tokens.refresh != nil)
        let text = lines.joined()
        for secret in [stored.token, stored.tokens.refresh ?? ""] { #expect(!text.contains(secret)) }
        let out = try run(["logout", "--verbose"])
        #expect(
            out.code == 0 && out.lines.contains { $0.hasPrefix("Logged out; stored chats of @\(user):test") },
            "\(out)"
        )
        #expect(!out.lines.joined().contains(stored.tokens.refresh ?? ""))
        #expect(try await stage.state(of: user)["logins"]?.elements.map { $0["ended"]?.string } == ["revoked"])
        // The same device again.
        _ = try await logIn()
        #expect(try account.read()?.device == stored.device)
    }

    @Test(arguments: ["--browser", "--sso"])
    func `login in a browser comes back to this machine`(_ way: String) async throws {
        let lines = try await logIn([way])
        #expect(lines.contains { $0.hasPrefix("Logged in as @\(user):test") }, "\(lines)")
        #expect(try run(["whoami"]).code == 0)
    }

    @Test func `a server without passwords names no password, and login says so`() throws {
        let (lines, code) = try run(["login", stage.delegating, "--password"], input: "bob\nbob-password\n")
        #expect(code == ExitCode.unavailable.rawValue)
        #expect(lines.last == "viperchat: this homeserver offers no login by password", "\(lines)")
    }

    @Test func `devices lists the account's own, and logs one out on the account's page`() async throws {
        _ = try await logIn()
        let first = try #require(try account.read())
        let other = DataFolder()
        let process = try ChildProcess(arguments: ["login", stage.oauth] + other.arguments, input: "")
        let page = try line(" http", of: process).trimmingCharacters(in: .whitespaces)
        try await stage.decide(page, as: user, code: try line(" ", of: process).trimmingCharacters(in: .whitespaces))
        #expect(finish(process).code == 0)
        let second = try #require(try Profile(directory: other.url.appending(path: "default")).account.read()).device
        let list = try run(["devices"])
        #expect(list.lines.contains { $0.hasPrefix(first.device) && $0.hasSuffix("this device") }, "\(list.lines)")
        #expect(list.lines.contains { $0.hasPrefix(second) }, "\(list.lines)")
        let ending = try start(["devices", "logout", second])
        try await stage.decide(line(" http", of: ending).trimmingCharacters(in: .whitespaces), as: user)
        let end = finish(ending)
        #expect(end.code == 0 && end.lines.last == "Logged out \(second)", "\(end.lines)")
        #expect(try run(["devices", "logout", second]).code == ExitCode.dataError.rawValue)
        #expect(try run(["devices", "logout", first.device]).code == ExitCode.usage.rawValue)
    }

    @Test func `a login that the server ended is told with the command, and the profile goes on after it`() async throws
    {
        _ = try await logIn()
        let before = try #require(try account.read())
        try await MatrixLogin.logOut(before, over: CurlClient(), now: { Date() })
        let told = try run(["list"])
        #expect(told.code == ExitCode.unavailable.rawValue)
        let hint = "to log in again: viperchat --data-dir \(data.url.path) login \(stage.oauth)"
        #expect(told.lines.contains { $0.contains("The server has ended this login; \(hint)") }, "\(told.lines)")
        _ = try await logIn()
        let after = try #require(try account.read())
        #expect(after.device == before.device && after.token != before.token)
        #expect(try run(["list"]).code == 0)
    }

    @Test func `a token that ends in three seconds is renewed while commands run one after the other`() async throws {
        try await stage.order(["for": .string(user), "lifetime": .integer(3)])
        _ = try await logIn()
        for _ in 1...3 { #expect(try run(["list"]).code == 0) }
        let errors = try await stage.state(of: user)["requests"]?.elements.compactMap { $0["error"]?.string } ?? []
        #expect(errors.isEmpty)
    }

    /// Lets the next command renew the stored token before anything else.
    private func makeRenewalDue() throws {
        var stored = try #require(try account.read())
        stored.tokens = LoginTokens(
            access: stored.token,
            refresh: stored.tokens.refresh,
            lifetime: 2,
            received: .distantPast,
            issuer: stored.tokens.issuer
        )
        try account.write(stored)
    }

    /// The number of renewals that the authorization server has seen, refused ones among them.
    private func renewalCount() async throws -> Int {
        try await stage.state(of: user)["requests"]?.elements.count { $0["step"]?.string == "refresh_token" } ?? 0
    }

    @Test func `three processes of one profile renew a token once, whichever comes first`() async throws {
        try await stage.order(["for": .string(user), "lifetime": .integer(600)])
        _ = try await logIn()
        var count = try await renewalCount()
        for round in 1...5 {
            try makeRenewalDue()
            let processes = try (1...3).map { _ in try start(["devices"]) }
            for process in processes { #expect(finish(process).code == 0, "round \(round)") }
            let now = try await renewalCount()
            #expect(now == count + 1, "round \(round)")
            count = now
        }
        #expect(try await stage.state(of: user)["logins"]?.elements.count == 1)
    }

    /// `VIPERCHAT_KILLS` sets the number; the default keeps the tests short.
    @Test func `kill -9 between a renewal and its commit loses no login`() async throws {
        try await stage.order(["for": .string(user), "lifetime": .integer(2)])
        _ = try await logIn()
        let count = ProcessInfo.processInfo.environment["VIPERCHAT_KILLS"].flatMap { Int($0) } ?? 10
        var random = SystemRandomNumberGenerator()
        for number in 1...count {
            try makeRenewalDue()
            let process = try start(["devices"])
            // Some die before the renewal, some between its answer and the file, some after it.
            usleep(UInt32.random(in: 0...250_000, using: &random))
            process.kill()
            _ = process.waitUntilExit()
            let (lines, code) = try run(["devices"])
            #expect(code == 0, "kill \(number): \(lines)")
            guard code == 0 else { return }
        }
        #expect(try await stage.state(of: user)["logins"]?.elements.count == 1)
    }
}
