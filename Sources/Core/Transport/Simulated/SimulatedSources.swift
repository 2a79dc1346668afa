public import ChatTypes
import RuntimeKit

/// Push and socket sources of a server in this process, over a network as bad as its conditions.
public final class SimulatedSources: PushSource, SocketSource {
    /// The time until a silently broken connection is noticed.
    package static let heartbeatTimeout: Duration = .seconds(20)

    private let server: any LiveServer
    private let network: SimulatedNetwork

    /// Creates the sources of a server, which may share their network with its requests.
    public init(server: any LiveServer, network: SimulatedNetwork) {
        (self.server, self.network) = (server, network)
    }

    public func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        do {
            try await hold(.push, body)
        } catch {
            guard Task.isCancelled else { throw error }
            await server.appQuit()
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
