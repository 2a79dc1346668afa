import Foundation
import HTTPClient
import HomeserverTesting
import JSONKit
import MatrixTransport
import SimulationKit
import Testing
import ThreadTesting

@testable import TerminalHost

/// A real process and a real homeserver on a bad network. `VIPERCHAT_HOMESERVER_KILLS` is the number of kills (4).
@Suite(
    .ownThread,
    .enabled("no homeserver answers: .ci/matrix start") { await Synapse.running() != nil },
    .timeLimit(.minutes(20))
)
struct HomeserverKillTests {
    private let count =
        ProcessInfo.processInfo.environment["VIPERCHAT_HOMESERVER_KILLS"].flatMap { Int($0) } ?? 4

    @Test func `after kills at any moment, every message is on the homeserver once`() async throws {
        let synapse = try #require(await Synapse.running())
        let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-homeserver-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let bob = try synapse.peer("bob")
        let name = "Kills \(UUID().uuidString.prefix(8))"
        let room = try #require(
            bob.perform(["do": "create", "invite": ["@carol:test"], "name": .string(name)]).string
        )
        let proxy = try synapse.faults(seed: 3)
        let account = try await synapse.logIn("carol", over: CurlClient())
        let profile = Profile(directory: folder.appending(path: "default"))
        try profile.prepare()
        try profile.account.write(
            MatrixAccount(
                homeserver: proxy.url,
                user: account.user,
                device: account.device,
                token: account.token
            )
        )
        try join(name, in: folder)
        #expect(try send("I am here", to: name, in: folder))
        try proxy.fail(percent: 10)
        var (generator, typed, killedCount) = (SplitMix64(seed: 11), [String: String](), 0)
        for round in 1...count {
            let lines = (1...4).map {
                "round \(round), message \($0)\n/wait \(Int.random(in: 0...300, using: &generator))ms\n"
            }
            let child = try ChildProcess(
                arguments: ["--data-dir", folder.path, "--json"],
                input: "/open \(name)\n\(lines.joined())/wait 10m\n/quit\n"
            )
            // Each text is shown when it is typed and again when it is sent: eight lines come, however slow the machine is.
            var newsLeft = Int.random(in: 1...6, using: &generator)
            while let line = child.nextLine() {
                guard let event = try? JSONDecoder().decode(Shown.self, from: Data(line.utf8)), event.from == "me",
                    event.notice == nil, let id = event.id, let text = event.text
                else { continue }
                if text.hasPrefix("round \(round),") { newsLeft -= 1 }
                typed[id] = text
                if newsLeft == 0 { child.kill() }
            }
            if child.waitUntilExit() == SIGKILL { killedCount += 1 }
        }
        try proxy.fail(percent: 0)
        // Messages are sent in order, so all have arrived when the last one has.
        #expect(try send("the last", to: name, in: folder))
        let events = try bob.perform(["do": "read", "room": .string(room), "limit": .integer(Int64(count * 5 + 100))])
        let ids = events.elements.compactMap { $0.elements[3]["chat.viper.id"]?.string }
        #expect(killedCount == count, "each round must end in a kill")
        #expect(typed.count >= count, "each round must have something to lose")
        #expect(Set(ids).count == ids.count, "none twice")
        #expect(typed.keys.allSatisfy(ids.contains), "none lost")
        let texts = events.elements.compactMap { $0.elements[2].string }.filter { $0.hasPrefix("round ") }
        #expect(Set(texts).count == texts.count, "nor under another id")
        print("\(killedCount) of \(count) killed; \(typed.count) messages shown, \(texts.count) on the homeserver")
    }

    private func join(_ name: String, in folder: URL) throws {
        let input = "/open \(name)\n/join\n/wait 3s\n/quit\n"
        _ = try ChildProcess(arguments: ["--data-dir", folder.path, "--json"], input: input).finish()
    }

    /// Sends a message. Returns whether the homeserver accepted it.
    private func send(_ text: String, to name: String, in folder: URL) throws -> Bool {
        let child = try ChildProcess(arguments: ["--data-dir", folder.path, "send", name, text], input: "")
        while child.nextLine() != nil {}
        return child.waitUntilExit() == 0
    }

    private struct Shown: Decodable {
        let id: String?
        let from: String?
        let text: String?
        /// Set for a line that tells what changed in the group, such as the user's joining.
        let notice: String?
    }
}
