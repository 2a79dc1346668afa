import ChatTypes
public import Transport

extension MatrixTransport: PushSource, SocketSource {
    private static let strayReceiptsAtATime = 8

    public func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        // A server that says who we are is there, and takes our token.
        _ = try await api.get(["v3", "account", "whoami"])
        try await stream.poll {
            await body(.opened)
        } _: { updates, typing in
            if !updates.isEmpty { await body(.updates(updates)) }
            for event in await events(typing) { await body(event) }
            let untold = (try? await ledger.untoldMemberships()) ?? []
            if !untold.isEmpty { await body(.updates(untold)) }
            let settled = (try? await settleStrayReceipts()) ?? []
            if !settled.isEmpty { await body(.updates(settled)) }
        }
    }

    private func events(_ notices: [TypingNotices.Notice]) async -> [LiveEvent] {
        var (events, last) = ([LiveEvent](), [ChatID: Bool]())
        for (chat, person, isTyping) in notices {
            let isGroup: Bool
            if let known = last[chat] { isGroup = known } else { isGroup = (try? await ledger.isGroup(chat)) ?? false }
            last[chat] = isGroup
            guard isGroup else {
                if person == nil || isTyping { events.append(.typing(isTyping, by: .contact, in: chat)) }
                continue
            }
            if let person { events.append(.typing(isTyping, by: .member(person), in: chat)) }
        }
        return events
    }

    /// Receipts for what is no message, or not here, count for the message before it.
    private func settleStrayReceipts() async throws -> [ChatUpdate] {
        var updates = try await ledger.settlePlacedReceipts(limit: Self.strayReceiptsAtATime)
        var asked: [(of: StrayReceipt, events: [RoomEvent]?)] = []
        var mayReadBack = true
        for stray in try await ledger.strayReceipts(limit: 8 * Self.strayReceiptsAtATime) {
            // In a group many have read up to the same.
            let index = asked.firstIndex { $0.of.chat == stray.chat && $0.of.event == stray.event }
            guard index != nil || asked.count < Self.strayReceiptsAtATime else { break }
            if index == nil { asked.append((stray, try await eventsUp(to: stray, &mayReadBack))) }
            // What was lost, or has not had its turn, is asked for again, and holds up no other.
            guard let events = asked[index ?? asked.count - 1].events else { continue }
            if let update = try await ledger.settle(stray, with: events) { updates.append(update) }
        }
        return updates
    }

    /// What stands at or before the event, newest first; nil where the answer was lost, or where there is more to read back than may
    /// be at a time: the news waits.
    private func eventsUp(to stray: StrayReceipt, _ mayReadBack: inout Bool) async throws -> [RoomEvent]? {
        do {
            let context = ContextAnswer(
                try await api.get(
                    ["v3", "rooms", stray.chat.rawValue, "context", stray.event.rawValue],
                    // Without a filter the whole state would come along, all members in it.
                    query: [(name: "limit", value: "20"), (name: "filter", value: EventFilter.page)]
                )
            )
            let near = (context.event.map { [$0] } ?? []) + context.before
            if near.contains(where: \.isShown) || context.start == nil { return near }
            guard mayReadBack else { return nil }
            mayReadBack = false
            return near + (try await readBack(in: stray.chat, from: context.start)).events
        } catch ServiceError.refused {
            // An event that we are not to see.
            return []
        } catch ServiceError.responseLost {
            return nil
        }
    }
}
