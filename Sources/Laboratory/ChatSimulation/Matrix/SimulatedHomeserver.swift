import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import MatrixTransport
import RuntimeKit
import SimulatedServer
import Synchronization
import Transport

/// The simulated server as a Matrix homeserver: JSON over HTTP requests, over the world's simulated network.
///
/// Besides network faults, it shows quirks of homeservers while the network is bad: it forgets sync tokens, and
/// repeats an old answer to a repeated sync.
final class SimulatedHomeserver: HTTPClient {
    let server: SimulatedChatServer
    let network: SimulatedConnection
    private let clock: any Clock<Duration>
    let random: RandomSource
    /// The keys and encrypted rooms; nil if there are none.
    let encryption: SimulatedEncryption?
    /// A signal given whenever the user's own devices may have changed something.
    let ownDoings = Signal()
    let pushRules = Mutex(PushRuleLog())
    let marks = Mutex(MarkLog())
    /// The number of files uploaded.
    let uploadCount = Atomic(0)
    /// The newest message before each event that is none, such as an edit: a receipt may name either.
    private let messagesBefore = Mutex<[MessageID: MessageID]>([:])
    /// The event up to which the user has read each room.
    private let receipts = Mutex<[ChatID: String]>([:])
    /// The last answer to a sync, with the token after which it began.
    private let remembered = Mutex<(since: String, answer: JSONText)?>(nil)

    init(
        server: SimulatedChatServer,
        network: SimulatedConnection,
        environment: ChatEnvironment,
        encryption: SimulatedEncryption? = nil
    ) {
        (self.server, self.network, clock, random) = (server, network, environment.clock, environment.random)
        self.encryption = encryption
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let call = HomeserverCall(request)
        do {
            if let answer = try await media(request, call) { return answer }
            return Self.json(200, try await network.request { try await self.answer(to: call) })
        } catch ServiceError.refused(let code, let text) {
            let status = code == .tooLong ? 413 : code == .unknownCursor ? 400 : 404
            return Self.json(status, ["errcode": .string(code.rawValue), "error": .string(text)])
        } catch ServiceError.tryAgain(let after) {
            let pause = Int64(after / .milliseconds(1))
            return Self.json(429, ["errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": .integer(pause)])
        } catch ServiceError.unreachable {
            throw HTTPError(.cannotConnect, host: "simulated", mayHaveReachedServer: false)
        } catch is ServiceError {
            throw HTTPError(.connectionLost, host: "simulated", mayHaveReachedServer: true)
        }
    }

    /// Puts each event of a room that is no message, such as an edit, behind the message that was the newest when it first came.
    func ordered(_ room: JSONText, after log: [Message]) -> JSONText {
        guard let timeline = room["timeline"], case .array(let events)? = timeline["events"], let newest = log.last?.id
        else { return room }
        let ids = Set(log.map(\.id))
        var (first, messages, others) = ([JSONText](), [(id: MessageID, event: JSONText)](), [MessageID: [JSONText]]())
        for event in events {
            guard case .string(let id)? = event["event_id"], event["state_key"] == nil else {
                first.append(event)
                continue
            }
            let message = MatrixEvents.message(of: id)
            if ids.contains(message) {
                messages.append((message, event))
            } else {
                let before = messagesBefore.withLock { before in
                    let event = MessageID(id)
                    if before[event] == nil { before[event] = newest }
                    return before[event] ?? newest
                }
                others[before, default: []].append(event)
            }
        }
        let shown = Set(messages.map(\.id))
        for id in log.map(\.id) where !shown.contains(id) { first += others[id] ?? [] }
        let all = first + messages.flatMap { [$0.event] + (others[$0.id] ?? []) }
        return room.with("timeline", timeline.with("events", .array(all)))
    }

    /// Returns the message up to which a room is read with an event.
    func message(readWith event: String) -> MessageID {
        messagesBefore.withLock { $0[MessageID(event)] } ?? MatrixEvents.message(of: event)
    }

    /// Moves the user's receipt in a room to an event, and the marker to the message that is read with it.
    func markRead(_ room: ChatID, at event: String) async throws {
        try await server.markRead(room, upTo: message(readWith: event))
        receipts.withLock { $0[room] = event }
        ownDoings.wakeAll()
    }

    /// The event up to which the user has read a room, as the app has said; nil if it has said nothing.
    func receipt(in room: ChatID) -> String? { receipts.withLock { $0[room] } }

    static func json(_ status: Int, _ json: JSONText) -> HTTPResponse {
        HTTPResponse(status: status, mediaType: "application/json", body: json.bytes)
    }

    /// Whether the homeserver shows a quirk this time. Never true on a perfect network.
    func isOdd(_ probability: Double) -> Bool {
        network.conditions != .perfect && random.chance(probability)
    }

    private func answer(to call: HomeserverCall) async throws -> JSONText {
        if let answer = try encryption?.answer(to: call) {
            // Keys that waited for the device's own may have been shared.
            ownDoings.wakeAll()
            return answer
        }
        switch call.path.first {
        case "sync": return try await sync(call)
        case "rooms": return try await room(ChatID(call.path[1]), call)
        case "presence":
            await server.setPresence(call.body?["presence"]?.string == "online" ? .active : .away)
        case "user_directory":
            let people = network.people(matching: call.body?["search_term"]?.string ?? "", limit: 20)
            return [
                "results": .array(
                    people.map { ["user_id": .string($0.user.rawValue), "display_name": .string($0.name)] }
                )
            ]
        case "createRoom":
            let id = call.body?["invite"]?.elements.first?.string
            guard
                let person = network.people(matching: "", limit: .max).first(where: { $0.user.rawValue == id })
            else { throw ServiceError.refused(RefusalCode(rawValue: "M_NOT_FOUND"), text: "Not found") }
            let isEncrypted = call.body?["initial_state"]?.elements.contains {
                $0["type"]?.string == "m.room.encryption"
            }
            _ = encryption?.isEncrypted(person.user, ifNew: isEncrypted ?? false)
            let header = try await server.createChat(with: person.name)
            ownDoings.wakeAll()
            return ["room_id": .string(header.id.rawValue)]
        case "user" where call.method == .get:
            throw ServiceError.refused(RefusalCode(rawValue: "M_NOT_FOUND"), text: "Not found")
        case "user" where call.path.count == 6: return mark(call)
        case "pushrules": return try pushRule(call)
        default: break
        }
        return [:]
    }

    private func sync(_ call: HomeserverCall) async throws -> JSONText {
        let since = call.query["since"]
        if let encryption, isOdd(0.1) { try await misbehave(encryption) }
        if since != nil, isOdd(0.01) {
            throw ServiceError.refused(RefusalCode(rawValue: "M_UNKNOWN_POS"), text: "Forgotten")
        }
        if let old = remembered.withLock({ $0 }), old.since == since, isOdd(0.2) { return old.answer }
        var news = try await news(since: since)
        let timeout = Int(call.query["timeout"] ?? "") ?? 0
        if news.isEmpty, timeout >= 1000, let since {
            try await wait(for: .milliseconds(timeout), since: since)
            news = try await self.news(since: since)
        }
        encryption?.forgetExtraEvents()
        if let since { remembered.withLock { $0 = (since, news.json) } }
        return news.json
    }

    /// Waits until there is something new, or until the timeout. The server counts it as a connection.
    private func wait(for timeout: Duration, since: String) async throws {
        let line = try await server.open(.push)
        let result = await Result {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [clock] in try await clock.sleep(for: timeout) }
                group.addTask {
                    while try await self.news(since: since).isEmpty {
                        await withTaskGroup { doings in
                            doings.addTask { _ = await line.posted.takeAll() }
                            doings.addTask { await self.ownDoings.wait() }
                            await doings.next()
                            doings.cancelAll()
                        }
                        try Task.checkCancellation()
                    }
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
        await server.close(line)
        try result.get()
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
