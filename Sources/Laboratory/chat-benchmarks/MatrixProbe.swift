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
import ProcessKit
import RuntimeKit
import SimulationKit
import Synchronization

/// Another process of the benchmark program: a new device of a user, from the first sync to a minute of silence.
enum MatrixProbe {
    static func run(_ user: String, _ messagesPerRoom: Int, live: Int, idle: Int) throws -> MatrixFigures {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["--probe-matrix", user, "\(messagesPerRoom)", "\(live)", "\(idle)"]
        return try JSONDecoder().decode(MatrixFigures.self, from: process.output())
    }

    /// Measures in the started process.
    static func answer(_ arguments: [String]) async throws {
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        guard let user = arguments.first, numbers.count == 3, let synapse = await Synapse.running("benchmark") else {
            return print("{}")
        }
        let client = CountingClient(CurlClient())
        let (account, carol) = (
            try await synapse.logIn(user, over: client), try await synapse.logIn("carol", over: CurlClient())
        )
        let place = try Workplace()
        let environment = RunningApp.liveEnvironment
        let transport = try MatrixTransport(account, over: client, in: place, environment, messagesPerRoom: numbers[0])
        let (clock, used) = (ContinuousClock(), processorSeconds())
        let start = clock.now
        let app = try RunningApp(history: place.file("history.sqlite"), over: transport, environment)
        let figures = try await app.run { app in
            await app.untilList { !$0.rows.isEmpty }
            var figures = MatrixFigures()
            (figures.first, figures.firstProcessor) = ((clock.now - start) / .seconds(1), processorSeconds() - used)
            await app.application.session.firstSync()
            (figures.wall, figures.processor) = ((clock.now - start) / .seconds(1), processorSeconds() - used)
            figures.rooms = try await app.application.session.read { try $0.chatCount() }
            figures.memory = Double(memory) / 1024
            if numbers[1] > 0 { figures.over = try await overhead(of: numbers[1], by: carol, in: app) }
            if numbers[2] > 0 { try await untilSilence(client) }
            figures.requests = client.count
            let (requests, idle) = (client.count, processorSeconds())
            try await Task.sleep(for: .seconds(numbers[2]))
            (figures.idleRequests, figures.idleProcessor) = (client.count - requests, processorSeconds() - idle)
            return figures
        }
        print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    }

    /// Waits until no requests are made. After the first sync, the app makes one request for each chat without a read
    /// marker, to count its unread messages.
    private static func untilSilence(_ client: CountingClient) async throws {
        var count: Int?
        while count != client.count {
            count = client.count
            try await Task.sleep(for: .seconds(5))
        }
    }

    /// Returns the median delay between the end of another user's send request and the rendering of the message.
    private static func overhead(
        of count: Int,
        by carol: MatrixAccount,
        in app: RunningApp
    ) async throws -> Double {
        try await Task.sleep(for: .seconds(1))
        let room = try await app.application.session.read { try $0.chats(limit: 1).first?.id }
        let clock = ContinuousClock()
        var over: [Double] = []
        for number in 1...count {
            let text = "live \(UUID().uuidString) \(number)"
            let begun = clock.now
            async let rendered = {
                await app.untilList { $0.rows.first?.preview.hasSuffix(text) == true }
                return clock.now
            }()
            try await MatrixProbe.say(text, in: room?.rawValue ?? "", as: carol)
            let took = clock.now - begun
            over.append((await rendered - begun - took) / .seconds(1))
            try await Task.sleep(for: .milliseconds(100))
        }
        return over.sorted()[over.count / 2]
    }

    /// Sends one message with a plain request, as another client would.
    private static func say(_ text: String, in room: String, as account: MatrixAccount) async throws {
        let place = room.replacing("!", with: "%21").replacing(":", with: "%3A")
        let url = "\(account.homeserver)/_matrix/client/v3/rooms/\(place)/send/m.room.message/\(UUID().uuidString)"
        let body: JSONText = ["msgtype": "m.text", "body": .string(text)]
        let fields = [
            HTTPField("Authorization", "Bearer \(account.token)"), HTTPField("Content-Type", "application/json"),
        ]
        _ = try await talker.send(HTTPRequest(.put, url, fields: fields, body: .bytes(body.bytes)))
    }

    private static let talker = CurlClient()

    /// The memory of the process at most so far, in KiB.
    private static var memory: Int {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        return usage.ru_maxrss
    }
}

extension MatrixTransport {
    /// Creates the connection of an account, with its ledger in a place of the benchmark.
    convenience init(
        _ account: MatrixAccount,
        over client: any HTTPClient,
        in place: borrowing Workplace,
        _ environment: ChatEnvironment,
        encryption: EncryptionMachine? = nil,
        messagesPerRoom: Int
    ) throws {
        let ledger = try MatrixLedger(
            path: place.file("matrix.sqlite").path,
            user: account.user,
            random: environment.random,
            now: environment.now
        )
        self.init(
            account: account,
            ledger: ledger,
            client: client,
            environment: environment,
            encryption: encryption,
            settings: MatrixSettings(messagesPerRoom: messagesPerRoom)
        )
    }
}

/// An HTTP client that counts its requests.
private final class CountingClient: HTTPClient {
    private let client: any HTTPClient
    private let begun = Atomic(0)

    init(_ client: any HTTPClient) { self.client = client }

    var count: Int { begun.load(ordering: .relaxed) }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        begun.add(1, ordering: .relaxed)
        return try await client.send(request)
    }
}
