import ChatApp
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import Foundation
import HTTPClient
import HomeserverTesting
import JSONKit
import MatrixCrypto
import MatrixTransport
import RuntimeKit

/// Catching up with 100 encrypted messages, beside matrix-nio in one run on the same Synapse.
///
/// Two devices of Alice are away while Bob writes. The app starts anew, and is measured until it has stored all messages readable and
/// shows the last one. matrix-nio still runs, keeps no messages, and is measured until it has decrypted them.
enum EncryptedSyncBenchmark {
    private static let count = 100
    private static let rounds = 3

    private struct Times {
        var time: [Double] = []
        var processor: [Double] = []

        mutating func add(_ figures: (time: Double, processor: Double)) {
            time.append(figures.time)
            processor.append(figures.processor)
        }

        var text: String {
            String(format: "%9.0f ms, processor %.0f ms", median(time) * 1000, median(processor) * 1000)
        }
    }

    static func run() async throws {
        guard Synapse.hasEncryptedPeer else { return print("matrix-nio has no encryption: .ci/oracle install") }
        let synapse = try Synapse.started("encryption")
        guard let bob = try synapse.encryptedPeer("bob"), let nio = try synapse.encryptedPeer("alice") else { return }
        let client = CurlClient()
        let place = try Workplace()
        let account = try await synapse.logIn("alice", over: client)
        let answer = try bob.perform(["do": "create", "invite": ["@alice:test"], "direct": true])
        guard let room = answer.string else { throw PeerError() }
        try await app(of: account, over: client, in: place).run { app in
            await app.untilList { $0.rows.contains { $0.id.chat == ChatID(room) } }
            try await app.application.session.setMembership(.join, in: ChatID(room))
            let question: JSONText = ["do": "knows", "user": "@alice:test", "device": .string(account.device)]
            while try bob.perform(question).bool != true { try await Task.sleep(for: .milliseconds(200)) }
        }
        var (ours, other) = (Times(), Times())
        for round in 1...rounds {
            try nio.perform(["do": "measure", "room": .string(room)])
            let texts = (1...count).map { "round \(round), text \($0)" }
            for text in texts { try bob.perform(["do": "text", "room": .string(room), "text": .string(text)]) }
            ours.add(try await measure(app(of: account, over: client, in: place), until: texts, in: ChatID(room)))
            let figures = try nio.perform(["do": "measure", "room": .string(room)]).elements
            guard figures.last?.integer == Int64(count) else { throw PeerError() }
            let times = figures.compactMap { $0.numberText.flatMap(Double.init) }
            other.add((times[0], times[1]))
        }
        print("\(count) encrypted messages after a pause: the median of \(rounds)")
        print("ours, from its start, with the history  " + ours.text)
        print("matrix-nio, which was running           " + other.text)
    }

    private static func app(
        of account: MatrixAccount,
        over client: CurlClient,
        in place: borrowing Workplace
    ) throws -> RunningApp {
        let environment = RunningApp.liveEnvironment
        let machine = try EncryptionMachine(
            path: place.file("crypto.sqlite").path,
            user: account.user.rawValue,
            device: account.device,
            now: environment.now
        )
        let transport = try MatrixTransport(
            account,
            over: client,
            in: place,
            environment,
            encryption: machine,
            messagesPerRoom: count
        )
        return try RunningApp(history: place.file("history.sqlite"), over: transport, environment)
    }

    private static func measure(
        _ make: @autoclosure () throws -> RunningApp,
        until texts: [String],
        in chat: ChatID
    ) async throws -> (time: Double, processor: Double) {
        let (clock, used) = (ContinuousClock(), processorSeconds())
        let start = clock.now
        return try await make().run { app in
            await app.untilList { $0.rows.first?.preview.hasSuffix(texts.last ?? "") == true }
            let session = app.application.session
            while try await session.read({ try stored($0, in: chat) }).suffix(texts.count) != texts[...] {
                try await session.loadEarlier(in: chat)
            }
            return ((clock.now - start) / .seconds(1), processorSeconds() - used)
        }
    }

    private static func stored(_ reader: borrowing ChatReader, in chat: ChatID) throws -> [String] {
        try reader.timeline(of: chat, in: .newest(count))?.messages.map(\.text) ?? []
    }
}
