public import ChatTypes
import JSONKit
public import Transport

extension MatrixTransport: PushSource, SocketSource {
    private static let strayReceiptsAtATime = 8

    public func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        // Checks that the server is there and accepts the token.
        _ = try await api.get(["v3", "account", "whoami"])
        async let _: Void? = encryption?.sendRequests()
        // Without an answer, the predefined rules apply until the next connection.
        try? await requestRules()
        try await stream.poll {
            await body(.opened)
            try? await requestSpaces { await body(.updates($0)) }
        } _: { updates, typing in
            if !updates.isEmpty { await body(.updates(updates)) }
            for event in await events(typing) { await body(event) }
            let members = (try? await ledger.write { try $0.members.undelivered() }) ?? []
            if !members.isEmpty { await body(.updates(members)) }
            let receipts = (try? await resolveStrayReceipts()) ?? []
            if !receipts.isEmpty { await body(.updates(receipts)) }
        }
    }

    private func events(_ notices: [TypingNotices.Notice]) async -> [LiveEvent] {
        var (events, last) = ([LiveEvent](), [ChatID: Bool]())
        for (chat, person, isTyping) in notices {
            let isGroup: Bool
            if let known = last[chat] {
                isGroup = known
            } else {
                isGroup = (try? await ledger.read { try $0.rooms.isGroup(chat) }) ?? false
            }
            last[chat] = isGroup
            guard isGroup else {
                if person == nil || isTyping { events.append(.typing(isTyping, by: .contact, in: chat)) }
                continue
            }
            if let person { events.append(.typing(isTyping, by: .member(person), in: chat)) }
        }
        return events
    }

    /// Finds the messages for receipts whose event is not shown or not here: the newest message before it.
    private func resolveStrayReceipts() async throws -> [ChatUpdate] {
        var updates = try await ledger.write { try $0.receipts.resolvePlaced(limit: Self.strayReceiptsAtATime) }
        var asked: [(of: StrayReceipt, events: [RoomEvent]?)] = []
        var mayReadBack = true
        for stray in try await ledger.read({ try $0.receipts.strays(limit: 8 * Self.strayReceiptsAtATime) }) {
            // Many members of a group have read up to the same event.
            let index = asked.firstIndex { $0.of.chat == stray.chat && $0.of.event == stray.event }
            guard index != nil || asked.count < Self.strayReceiptsAtATime else { break }
            if index == nil { asked.append((stray, try await eventsUp(to: stray, &mayReadBack))) }
            // A lost or postponed request is repeated later and holds up no other.
            guard let events = asked[index ?? asked.count - 1].events else { continue }
            if let update = try await ledger.write({ try $0.receipts.resolve(stray, with: events) }) {
                updates.append(update)
            }
        }
        return updates
    }

    /// Returns the event of a receipt and those before it, newest first. Returns nil if the response was lost, or if more has to be
    /// read back than one round may, since sync waits meanwhile.
    private func eventsUp(to stray: StrayReceipt, _ mayReadBack: inout Bool) async throws -> [RoomEvent]? {
        do {
            let context = ContextResponse(
                try await api.get(
                    ["v3", "rooms", stray.chat.rawValue, "context", stray.event.rawValue],
                    // Without a filter, the response would contain the whole state with all members.
                    query: [(name: "limit", value: "20"), (name: "filter", value: EventFilter.page)]
                )
            )
            let near = try await read((context.event.map { [$0] } ?? []) + context.before, in: stray.chat)
            if near.contains(where: \.isMessage) || context.start == nil { return near }
            guard mayReadBack else { return nil }
            mayReadBack = false
            let earlier = try await readBack(in: stray.chat, from: context.start)
            return near + (try await read(earlier.events, in: stray.chat))
        } catch ServiceError.refused {
            // The user may not see the event.
            return []
        } catch ServiceError.responseLost {
            return nil
        }
    }

    /// Returns events as they were read: what they are, and the client id of an own message, is inside the encryption.
    func read(_ events: [RoomEvent], in chat: ChatID) async throws -> [RoomEvent] {
        guard let encryption else { return events }
        return try await encryption.read(events, in: chat)
    }

    // MARK: One chat

    /// Requests the members of an open group, and again when some may have come or gone unseen. The chat's messages arrive with
    /// the account's one stream.
    public func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        await body(.opened)
        try await requestPins(of: chat) { await body(.updates([$0])) }
        var canAsk = true
        while true {
            try Task.checkCancellation()
            if canAsk, try await ledger.read({ try $0.members.needsListing(chat) }) {
                // After a refusal, asking again would not help.
                do { try await listMembers(of: chat) } catch ServiceError.refused { canAsk = false }
            }
            let members = try await ledger.write { try $0.members.undelivered(in: chat) }
            if !members.isEmpty { await body(.updates(members)) }
            _ = try await ledger.wait { [canAsk] in try $0.members.hasWork(for: chat, canAsk: canAsk) ? true : nil }
        }
    }

    /// Requests the pinned messages of a room that was synchronised before they were known here. They count as known once `deliver` has
    /// returned, unless sync has brought others meanwhile.
    private func requestPins(of chat: ChatID, _ deliver: (ChatUpdate) async -> Void) async throws {
        guard let room = try await ledger.read({ try $0.rooms.roomWithoutPins(chat) }) else { return }
        let number = try await ledger.write { try $0.members.nextNumber() }
        var content: JSONValue?
        // A refusal means none that the user may see.
        do {
            content = try await api.find(["v3", "rooms", chat.rawValue, "state", PinnedEvents.type])
        } catch ServiceError
            .refused
        {}
        let events = PinnedEvents.list(content)
        let update = try await ledger.read { tables in
            try tables.rooms.header(of: room).map {
                ChatUpdate(chat: $0, pins: try tables.pins(events, number: number, in: room))
            }
        }
        if let update { await deliver(update) }
        try await ledger.write { tables in
            if try tables.rooms.pins(of: room) == nil { try tables.rooms.setPins(events, number: number, of: room) }
        }
    }

    /// Requests the rooms of the spaces that were synchronised before they were known here. They count as known once `deliver` has
    /// returned; after a lost response, the next connection asks again.
    private func requestSpaces(_ deliver: ([ChatUpdate]) async -> Void) async throws {
        for space in try await ledger.read({ try $0.rooms.spacesWithoutChildren() }) {
            var state: JSONValue?
            // A refusal means none that the user may see.
            do { state = try await api.get(["v3", "rooms", space.rawValue, "state"]) } catch ServiceError.refused {}
            let events = RoomEvent.list(state)
            let updates = try await ledger.write { try $0.setChildren(events, of: space) }
            if !updates.isEmpty { await deliver(updates) }
            try await ledger.write { try $0.rooms.setChildrenKnown(of: space) }
        }
    }

    private func listMembers(of chat: ChatID) async throws {
        let asked = try await ledger.write { try $0.members.beginListing(of: chat) }
        let response = try await api.get(["v3", "rooms", chat.rawValue, "joined_members"])
        var members = (response["joined"]?.members ?? []).compactMap { id, profile -> (id: ContactID, name: String)? in
            guard id.isUsableID else { return nil }
            let name = profile["display_name"]?.string ?? ""
            return (ContactID(id), name.isEmpty ? id : name)
        }
        // A list without the user is wrong.
        guard members.contains(where: { $0.id == account.user }) else { throw ServiceError.responseLost }
        let guests = encryption?.rooms.room(chat)?.guests.subtracting(members.map(\.id)) ?? []
        if !guests.isEmpty { members += try await ledger.read { try $0.people.named(guests) } }
        try await ledger.write { [members] in try $0.members.apply(members, asked: asked, to: chat) }
    }
}
