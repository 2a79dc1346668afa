import Foundation
import HTTPClient
import HomeserverTesting
import HostTesting
import JSONKit
import MatrixTransport
import Testing
import ThreadTesting

@testable import HostKit

/// A real process and a real homeserver on a bad network. `VIPERCHAT_HOMESERVER_KILLS` is the number of kills (4).
@Suite(
    .serverThread,
    .enabled("no homeserver answers: .ci/matrix start") { await Synapse.running() != nil },
    .timeLimit(.minutes(20))
)
struct HomeserverKillTests {
    private let count =
        ProcessInfo.processInfo.environment["VIPERCHAT_HOMESERVER_KILLS"].flatMap { Int($0) } ?? 4

    @Test func `after kills at any moment, every message is on the homeserver once`() async throws {
        let synapse = try #require(await Synapse.running(for: "kills"))
        let folder = FileManager.default.temporaryDirectory.appending(path: "viperchat-homeserver-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let bob = try synapse.peer("bob")
        let name = "Kills \(UUID().uuidString.prefix(8))"
        let room = try #require(
            bob.perform(["do": "create", "invite": [synapse.user("carol")], "name": .string(name)]).string
        )
        let proxy = try synapse.faults(seed: 3)
        let profile = Profile(directory: folder.appending(path: "default"))
        try profile.prepare()
        try profile.account.write(proxy.account(try await synapse.logIn("carol", over: CurlClient())))
        var typing = KilledTyping(to: name, in: folder, seed: 11)
        _ = try typing.run("/join\n/wait 3s\n")
        #expect(try typing.send("I am here"))
        try proxy.fail(percent: 10)
        for round in 1...count { try typing.type(round) {} }
        try proxy.fail(percent: 0)
        // Messages are sent in order, so all have arrived when the last one has.
        #expect(try typing.send("the last"))
        let events = try bob.perform(["do": "read", "room": .string(room), "limit": .integer(Int64(count * 5 + 100))])
        let ids = events.elements.compactMap { $0.elements[3]["chat.viper.id"]?.string }
        #expect(typing.killedCount == count, "each round must end in a kill")
        #expect(typing.shown.count >= count, "each round must have something to lose")
        #expect(Set(ids).count == ids.count, "none twice")
        #expect(typing.shown.keys.allSatisfy(ids.contains), "none lost")
        let texts = events.elements.compactMap { $0.elements[2].string }.filter { $0.hasPrefix("round ") }
        #expect(Set(texts).count == texts.count, "nor under another id")
        print(
            "\(typing.killedCount) of \(count) killed; \(typing.shown.count) messages shown, \(texts.count) on the homeserver"
        )
    }
}
