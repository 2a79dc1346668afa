import HTTPClient
public import Transport

extension MatrixTransport {
    private static let messagesPerPage = 50
    private static let requestsPerPage = 10

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

    /// Asks again while what comes is nothing that is shown.
    private func page(of chat: ChatID, from token: String?, before position: Int64, in room: Int64) async throws
        -> MessagePage
    {
        var (events, state, token) = ([RoomEvent](), [RoomEvent](), token)
        for _ in 0..<Self.requestsPerPage {
            guard let from = token, !events.contains(where: \.isShown) else { break }
            let answer = MessagesAnswer(try await api.messages(in: chat, from: from, limit: Self.messagesPerPage))
            events += answer.events
            state += answer.state
            // A server that leads nowhere has come to its end.
            token = answer.end == from ? nil : answer.end
        }
        return try await ledger.apply(page: events, state: state, before: position, end: token, in: room)
    }
}

extension MatrixAPI {
    /// A stretch of a room's history, read back from a token; without one, the newest.
    func messages(
        in room: ChatID,
        from token: String?,
        limit: Int,
        limits: HTTPLimits = Self.limits
    ) async throws -> JSONValue {
        try await get(
            ["v3", "rooms", room.rawValue, "messages"],
            query: [(name: "dir", value: "b")] + (token.map { [(name: "from", value: $0)] } ?? []) + [
                (name: "limit", value: "\(limit)"), (name: "filter", value: EventFilter.page),
            ],
            limits: limits
        )
    }
}
