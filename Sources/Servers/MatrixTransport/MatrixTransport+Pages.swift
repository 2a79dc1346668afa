public import ChatTypes
import HTTPClient
import JSONKit
import RuntimeKit

extension MatrixTransport {
    private static let messagesPerPage = 50
    /// The events of the longest page: more than servers give (Synapse cuts at 1000).
    private static let longestPage = 1000
    private static let requestsPerPage = 10
    /// The time after which no further request is made: the user may be waiting for the page.
    private static let patience: Duration = .seconds(5)

    public func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        guard let place = HistoryCursor(cursor),
            let (room, event) = try await ledger.read({ tables -> (Int64, MessageID)? in
                guard let room = try tables.rooms.room(chat)?.key else { return nil }
                return try tables.events.event(at: place.position, in: room).map { (room, $0) }
            })
        else { throw ServiceError.unknownPageCursor }
        guard !place.token.isEmpty else { return try await page(of: chat, before: place, event, in: room) }
        do {
            return try await page(of: chat, from: place.token, before: place.position, in: room)
        } catch ServiceError.refused {
            // The homeserver may forget a token, but not an event.
            return try await page(of: chat, before: place, event, in: room)
        }
    }

    /// Reads back from an event, after requesting a token for it.
    private func page(of chat: ChatID, before place: HistoryCursor, _ event: MessageID, in room: Int64) async throws
        -> MessagePage
    {
        let context = ContextResponse(
            try await api.get(
                ["v3", "rooms", chat.rawValue, "context", event.rawValue],
                query: [(name: "limit", value: "0"), (name: "filter", value: EventFilter.page)]
            )
        )
        guard context.start != nil || context.event != nil else { throw ServiceError.responseLost }
        return try await page(of: chat, from: context.start, before: place.position, in: room)
    }

    private func page(of chat: ChatID, from token: String?, before position: Int64, in room: Int64) async throws
        -> MessagePage
    {
        var read = try await readBack(in: chat, from: token)
        read.events = try await self.read(RoomEvent.unique(read.events), in: chat)
        let page = try await ledger.apply(
            page: read.events,
            state: read.state,
            before: position,
            end: read.end,
            in: room
        )
        // Keys that came before the events were stored found none to read.
        guard let late = try await encryption?.readAgain(read.events.filter(\.isWaiting), in: chat) else { return page }
        return page.adding(late)
    }

    /// Requests pages until one contains a message, at most ten, and begins none after five seconds. Each page that has no message, such
    /// as one of reactions, doubles the length of the next.
    ///
    /// A page after the first may be too long for the limits of a response. Its failure ends the reading: the next one begins with a short
    /// page from where this one ended. Throws if the first page fails, or if the task is cancelled.
    func readBack(in chat: ChatID, from token: String?) async throws -> MessagesResponse {
        var read = MessagesResponse(end: token)
        let time = Stopwatch(clock: environment.clock)
        for count in 0..<Self.requestsPerPage {
            guard let from = read.end, !read.events.contains(where: \.isMessage), time.now < Self.patience else {
                break
            }
            let limit = min(Self.messagesPerPage << count, Self.longestPage)
            let answer: MessagesResponse
            do { answer = try await api.messages(in: chat, from: from, limit: limit) } catch  where count > 0 {
                try Task.checkCancellation()
                break
            }
            read.events += answer.events
            read.state += answer.state
            // The same token again means the end.
            read.end = answer.end == from ? nil : answer.end
        }
        return read
    }
}

extension MessagePage {
    /// Returns the page with messages and annotations that could not be read when it was made.
    fileprivate func adding(_ update: ChatUpdate) -> Self {
        let known = Set(update.messages.map(\.id))
        let messages = messages.filter { !known.contains($0.id) } + update.messages
        return Self(
            messages: messages.sorted { $0.position < $1.position },
            annotations: annotations + update.annotations,
            next: next
        )
    }
}

extension MatrixAPI {
    /// The length of an unfiltered page, requested if few of many events are shown.
    private static let wholePage = 1000

    /// Reads a room's history back from a token, or from the newest event.
    ///
    /// A homeserver may take a page whose events are all filtered out for the start of the room (Dendrite), so only an unfiltered
    /// page is trusted to be the start.
    func messages(
        in room: ChatID,
        from token: String?,
        limit: Int,
        limits: HTTPLimits = Self.limits
    ) async throws -> MessagesResponse {
        func ask(_ filter: String, limit: Int) async throws -> MessagesResponse {
            let query =
                [(name: "dir", value: "b")] + (token.map { [(name: "from", value: $0)] } ?? []) + [
                    (name: "limit", value: "\(limit)"), (name: "filter", value: filter),
                ]
            let answer = try await get(["v3", "rooms", room.rawValue, "messages"], query: query, limits: limits)
            // It would count as the start of the room.
            guard answer["chunk"]?.isArray == true else { throw ServiceError.responseLost }
            return MessagesResponse(answer)
        }
        let answer = try await ask(EventFilter.page, limit: limit)
        guard answer.events.isEmpty, answer.end == nil else { return answer }
        var whole = try await ask(EventFilter.wholePage, limit: Self.wholePage)
        if whole.events.contains(where: \.isBeginning) { whole.end = nil }
        // Drops old state events, such as earlier names.
        whole.events.removeAll { !EventFilter.pageTypes.contains($0.type) }
        return whole
    }
}
