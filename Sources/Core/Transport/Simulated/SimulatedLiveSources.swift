public import ChatTypes
package import RuntimeKit

extension SimulatedConnection: PushSource, SocketSource {
    /// The time until a silently broken connection is noticed.
    static let heartbeatTimeout: Duration = .seconds(20)

    public func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        do {
            try await hold(.push, body)
        } catch {
            guard Task.isCancelled else { throw error }
            await server.appLeft(quitting: true)
            throw CancellationError()
        }
    }

    public func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        try await hold(.socket(chat), body)
    }

    /// Something that arrives from the network.
    private enum Arrival: Sendable {
        case news(LiveConnection.Event)
        case end
    }

    private func hold(_ kind: LiveConnection.Kind, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        let (fate, way) = (network.drawFate(), network.drawRoundTrip() / 2)
        try await network.stopwatch.sleep(for: way)
        guard fate == .arrives, !network.isServerAway else {
            try await network.stopwatch.sleep(for: way)
            throw fate == .busy ? ServiceError.tryAgain(after: network.drawPatience()) : ServiceError.unreachable
        }
        let line = try await server.open(kind)
        do {
            try await network.stopwatch.sleep(for: way)
            try await deliver(from: line, to: body)
        } catch {
            await server.close(line)
            throw error
        }
    }

    /// Delivers what arrives until the connection breaks; always throws.
    private func deliver(from line: LiveConnection, to body: @Sendable (LiveEvent) async -> Void) async throws {
        let arrivals = CoalescingQueue<Arrival>()
        let end = network.drawBreak()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.carry(line, until: end?.time, to: arrivals) }
            if let end {
                group.addTask {
                    try await self.breakLine(line, at: end.time, isSilent: end.isSilent, telling: arrivals)
                }
            }
            await body(.opened)
            while true {
                let arrived = await arrivals.takeAll()
                if arrived.isEmpty { throw CancellationError() }
                for event in Self.events(arrived) { await body(event) }
                if arrived.contains(where: { if case .end = $0 { true } else { false } }) {
                    throw ServiceError.unreachable
                }
            }
        }
    }

    /// Returns the events in their order; updates that follow each other are combined.
    private static func events(_ arrived: [Arrival]) -> [LiveEvent] {
        var (events, updates): ([LiveEvent], [ChatUpdate]) = ([], [])
        for case .news(let news) in arrived {
            switch news {
            case .update(let update): updates.append(update)
            case .typing(let isTyping, let author, let chat):
                if !updates.isEmpty { events.append(.updates(updates)) }
                updates = []
                events.append(.typing(isTyping, by: author, in: chat))
            }
        }
        return updates.isEmpty ? events : events + [.updates(updates)]
    }

    private func breakLine(
        _ line: LiveConnection,
        at time: Duration,
        isSilent: Bool,
        telling arrivals: CoalescingQueue<Arrival>
    ) async throws {
        try await network.stopwatch.sleep(until: time)
        if isSilent { try await network.stopwatch.sleep(for: Self.heartbeatTimeout) }
        await server.close(line)
        arrivals.post(.end)
    }

    /// Carries each event for half a round trip, and keeps their order except for delayed ones.
    private func carry(_ line: LiveConnection, until end: Duration?, to arrivals: CoalescingQueue<Arrival>) async {
        await withDiscardingTaskGroup { group in
            while true {
                let posted = await line.posted.takeAll()
                if posted.isEmpty { return }
                for news in posted {
                    let usual = news.time + network.drawRoundTrip() / 2
                    for delay in network.drawDelays() {
                        let due = usual + delay
                        if let end, end < due { continue }
                        // Waits for one after the other, so that events without a delay keep their order.
                        guard delay == .zero else {
                            group.addTask { await self.bring(news.news, at: due, to: arrivals) }
                            continue
                        }
                        await bring(news.news, at: due, to: arrivals)
                    }
                }
            }
        }
    }

    private func bring(_ news: LiveConnection.Event, at due: Duration, to arrivals: CoalescingQueue<Arrival>) async {
        guard (try? await network.stopwatch.sleep(until: due)) != nil else { return }
        arrivals.post(.news(news))
    }
}

/// One connection as the server sees it: a queue of events.
package final class LiveConnection: Sendable {
    package enum Kind: Hashable, Sendable {
        case push
        case socket(ChatID)
    }

    package enum Event: Sendable {
        case update(ChatUpdate)
        case typing(Bool, by: Author, in: ChatID)
    }

    /// An event, and the time at which the server sent it.
    package struct Posted: Sendable {
        let news: Event
        let time: Duration
    }

    let kind: Kind
    package let posted = CoalescingQueue<Posted>()

    init(_ kind: Kind) {
        self.kind = kind
    }
}

/// The connections that the server believes to be open, in the order in which they were opened.
struct LiveConnections {
    private var lines: [LiveConnection.Kind: [LiveConnection]] = [:]

    var count: Int { lines.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ line: LiveConnection) {
        lines[line.kind, default: []].append(line)
    }

    mutating func remove(_ line: LiveConnection) {
        lines[line.kind]?.removeAll { $0 === line }
        if lines[line.kind]?.isEmpty == true { lines[line.kind] = nil }
    }

    /// Returns the open sockets of that chat.
    func sockets(of chat: ChatID) -> [LiveConnection] { lines[.socket(chat)] ?? [] }

    var pushes: [LiveConnection] { lines[.push] ?? [] }
}
