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

/// Logging in again, as a user does whose login was ended by another client.
@Suite(
    .serverThread,
    .enabled("no homeserver answers: .ci/matrix start") { await Synapse.running() != nil },
    .timeLimit(.minutes(20))
)
struct HomeserverLoginTests {
    @Test func `after a revoked login, login on the same profile keeps the device and sends what waited`() async throws
    {
        let synapse = try #require(await Synapse.running(for: "login"))
        let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-renewal-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let bob = try synapse.peer("bob")
        let name = "Renewal \(UUID().uuidString.prefix(8))"
        let room = try #require(
            bob.perform(["do": "create", "invite": [synapse.user("carol")], "name": .string(name)]).string
        )
        func run(_ arguments: [String], input: String = "") throws -> (lines: [String], code: Int32) {
            let child = try ChildProcess(arguments: ["--data-dir", folder.path] + arguments, input: input)
            var lines: [String] = []
            while let line = child.nextLine() { lines.append(line) }
            return (lines, child.waitUntilExit())
        }
        let account = try await synapse.logIn("carol", over: CurlClient())
        let profile = Profile(directory: folder.appending(path: "default"))
        try profile.prepare()
        try profile.account.write(account)
        _ = try run(["--line"], input: "/open \(name)\n/join\n/wait 3s\n/quit\n")
        #expect(try run(["send", name, "before"]).code == 0)
        try await MatrixLogin.logOut(account, over: CurlClient(), now: { Date() })
        let refused = try run(["--line"], input: "/open \(name)\nmeanwhile\n/wait 2s\n/quit\n")
        #expect(refused.lines.contains { $0.contains("viperchat --data-dir \(folder.path) login") }, "\(refused.lines)")
        for command in [["list"], ["show", name], ["send", name, "meanwhile, too"]] {
            #expect(try run(command).code == ExitCode.unavailable.rawValue, "\(command)")
        }
        let login = try run(
            ["login", synapse.url],
            input: "\(synapse.name(of: "carol"))\n\(synapse.password(of: "carol"))\n"
        )
        #expect(login.code == 0 && login.lines.first?.hasPrefix("Logged in as") == true, "\(login.lines)")
        let renewed = try #require(try profile.account.read())
        #expect(renewed.device == account.device && renewed.token != account.token)
        #expect(try run(["send", name, "after"]).code == 0)
        let events = try bob.perform(["do": "read", "room": .string(room), "limit": .integer(100)])
        let texts = events.elements.compactMap { $0.elements[2].string }
        #expect(
            texts.filter { ["before", "meanwhile", "meanwhile, too", "after"].contains($0) } == [
                "after", "meanwhile, too", "meanwhile", "before",
            ],
            "newest first"
        )
    }

    /// Nothing that is encrypted before can be read later.
    @Test func `login publishes the device's keys before it ends, also after a logout`() async throws {
        let synapse = try #require(await Synapse.running(for: "login"))
        let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-keys-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        func run(_ arguments: [String], input: String = "") throws -> Int32 {
            let child = try ChildProcess(arguments: ["--data-dir", folder.path] + arguments, input: input)
            while child.nextLine() != nil {}
            return child.waitUntilExit()
        }
        for _ in 1...2 {
            #expect(
                try run(
                    ["login", synapse.url],
                    input: "\(synapse.name(of: "carol"))\n\(synapse.password(of: "carol"))\n"
                ) == 0
            )
            let account = try #require(try Profile(directory: folder.appending(path: "default")).account.read())
            let answer = try await CurlClient().send(
                HTTPRequest(
                    .post,
                    "\(account.homeserver)/_matrix/client/v3/keys/query",
                    fields: [HTTPField("Authorization", "Bearer \(account.token)")],
                    body: .bytes(Array(#"{"device_keys":{"\#(account.user.rawValue)":[]}}"#.utf8))
                )
            )
            let devices = try JSONDocument(answer.body).root["device_keys"]?.unmaskedMembers.first?.value
                .unmaskedMembers
            #expect(devices?.contains { $0.name == account.device } == true)
            #expect(try run(["logout"]) == 0)
        }
    }
}
