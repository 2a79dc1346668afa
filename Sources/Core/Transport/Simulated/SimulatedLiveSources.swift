public import ChatTypes
import RuntimeKit

extension SimulatedConnection: PushSource, SocketSource {
    /// How long it takes to notice that a connection broke silently.
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

    /// What comes out of the network.
    private enum Arrival: Sendable {
        case news(LiveLine.News)
        case end
    }

    private func hold(_ kind: LiveLine.Kind, _ body: @Sendable (LiveEvent) async -> Void) async throws {
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

    /// Delivers what arrives until the line breaks; always throws.
    private func deliver(from line: LiveLine, to body: @Sendable (LiveEvent) async -> Void) async throws {
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

    /// In the order in which it arrived; updates that follow each other come in one go.
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
        _ line: LiveLine,
        at time: Duration,
        isSilent: Bool,
        telling arrivals: CoalescingQueue<Arrival>
    ) async throws {
        try await network.stopwatch.sleep(until: time)
        if isSilent { try await network.stopwatch.sleep(for: Self.heartbeatTimeout) }
        await server.close(line)
        arrivals.post(.end)
    }

    /// Takes half a round trip for each piece of news, and keeps their order but for those that are held up.
    private func carry(_ line: LiveLine, until end: Duration?, to arrivals: CoalescingQueue<Arrival>) async {
        await withDiscardingTaskGroup { group in
            while true {
                let posted = await line.posted.takeAll()
                if posted.isEmpty { return }
                for news in posted {
                    let usual = news.time + network.drawRoundTrip() / 2
                    for delay in network.drawDelays() {
                        let due = usual + delay
                        if let end, end < due { continue }
                        // One after the other, what is not held up keeps its order.
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

    private func bring(_ news: LiveLine.News, at due: Duration, to arrivals: CoalescingQueue<Arrival>) async {
        guard (try? await network.stopwatch.sleep(until: due)) != nil else { return }
        arrivals.post(.news(news))
    }
}
