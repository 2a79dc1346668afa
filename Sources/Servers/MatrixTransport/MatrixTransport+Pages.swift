public import ChatTypes
import HTTPClient
import RuntimeKit

extension MatrixTransport {
    private static let messagesPerPage = 50
    private static let requestsPerPage = 10
    /// A session waits a minute for a page.
    private static let patience: Duration = .seconds(20)

    public func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        guard let place = PlaceInRoom(cursor), let room = try await ledger.room(chat)?.key,
            let event = try await ledger.event(at: place.position, in: room)
        else { throw ServiceError.unknownPageCursor }
        guard !place.token.isEmpty else { return try await page(of: chat, before: place, event, in: room) }
        do {
            return try await page(of: chat, from: place.token, before: place.position, in: room)
        } catch ServiceError.refused {
            // A token may be forgotten, an event never is.
            return try await page(of: chat, before: place, event, in: room)
        }
    }

    /// Reads back from the event itself, which is asked for the token.
    private func page(of chat: ChatID, before place: PlaceInRoom, _ event: MessageID, in room: Int64) async throws
        -> MessagePage
    {
        let context = ContextAnswer(
            try await api.get(
                ["v3", "rooms", chat.rawValue, "context", event.rawValue],
                query: [(name: "limit", value: "0"), (name: "filter", value: EventFilter.page)]
            )
        )
        return try await page(of: chat, from: context.start, before: place.position, in: room)
    }

    private func page(of chat: ChatID, from token: String?, before position: Int64, in room: Int64) async throws
        -> MessagePage
    {
        let read = try await readBack(in: chat, from: token)
        return try await ledger.apply(page: read.events, state: read.state, before: position, end: read.end, in: room)
    }

    /// Asks again while what comes is nothing that is shown, but not for ever.
    func readBack(in chat: ChatID, from token: String?) async throws -> MessagesAnswer {
        var read = MessagesAnswer(end: token)
        let time = Stopwatch(clock: environment.clock)
        for _ in 0..<Self.requestsPerPage {
            guard let from = read.end, !read.events.contains(where: \.isShown), time.now < Self.patience else { break }
            let answer = try await api.messages(in: chat, from: from, limit: Self.messagesPerPage)
            read.events += answer.events
            read.state += answer.state
            // A server that leads nowhere has come to its end.
            read.end = answer.end == from ? nil : answer.end
        }
        return read
    }
}

extension MatrixAPI {
    /// Nothing of it is left out: it is asked for where little is shown of much.
    private static let wholePage = 1000

    /// A stretch of a room's history, read back from a token; without one, the newest.
    ///
    /// A homeserver may take a stretch of which it leaves out everything for the beginning (Dendrite): only what it says of all
    /// that happened is believed.
    func messages(
        in room: ChatID,
        from token: String?,
        limit: Int,
        limits: HTTPLimits = Self.limits
    ) async throws -> MessagesAnswer {
        func ask(_ filter: String, limit: Int) async throws -> MessagesAnswer {
            let query =
                [(name: "dir", value: "b")] + (token.map { [(name: "from", value: $0)] } ?? []) + [
                    (name: "limit", value: "\(limit)"), (name: "filter", value: filter),
                ]
            return MessagesAnswer(
                try await get(["v3", "rooms", room.rawValue, "messages"], query: query, limits: limits)
            )
        }
        let answer = try await ask(EventFilter.page, limit: limit)
        guard answer.events.isEmpty, answer.end == nil else { return answer }
        var whole = try await ask(EventFilter.wholePage, limit: Self.wholePage)
        if whole.events.contains(where: \.isBeginning) { whole.end = nil }
        // What a room was called then is no news.
        whole.events.removeAll { !EventFilter.pageTypes.contains($0.type) }
        return whole
    }
}
