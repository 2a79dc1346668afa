import ChatTypes
import SQLiteKit

/// Votes in polls and ends of polls, as annotations of the polls' messages.
extension LedgerTables {
    /// Stores the votes and ends among some events. Returns the votes that they change and the ends of polls, also those that waited for the
    /// position of their poll.
    func polls(in all: [RoomEvent], _ placed: [PlacedEvent], room: Int64, isGroup: Bool) throws -> [Annotation] {
        let events = all.filter { $0.isAboutPoll && !recentRemovals.contain($0.id, in: room) }
        var voters: [MessageID: [ContactID]] = [:]
        var whole = try placed.map(\.event.id).filter { try votes.isKnown($0, room: room) }
        for event in events {
            if let (poll, answers) = event.vote {
                try votes.insert(event, in: poll, answers: answers, room: room, isClear: event.isForgeable)
                voters[poll, default: []].append(event.sender)
            } else if let poll = event.endedPoll {
                let isVain = try vainEnd(of: poll, by: event, in: room) != nil
                try votes.insert(event, in: poll, answers: nil, room: room, isClear: event.isForgeable, isVain: isVain)
                // An end that came before is delivered again: the process may have died before the session stored it.
                whole.append(poll)
            }
        }
        var (done, found): (Set<MessageID>, [Annotation]) = ([], [])
        for poll in whole where done.insert(poll).inserted {
            guard let placed = try placedPoll(poll, in: room) else { continue }
            let end = try end(of: placed)
            found += try votes.voters(in: poll, room: room).compactMap {
                try annotation(by: $0, in: placed, end: end, isGroup: isGroup)
            }
            if end != nil {
                let author = Author(placed.author, user: user, isGroup: isGroup)
                found.append(Annotation(author: author, message: placed.message, kind: .pollEnd))
            }
        }
        for event in events {
            guard let poll = event.vote?.poll, done.insert(poll).inserted, let placed = try placedPoll(poll, in: room)
            else { continue }
            let end = try end(of: placed)
            found += try unique(voters[poll] ?? []).compactMap {
                try annotation(by: $0, in: placed, end: end, isGroup: isGroup)
            }
        }
        return found
    }

    /// Deletes a vote; returns nil if the event is none. The annotation, the vote that counts then, is nil if its poll has no position.
    func deleteVote(_ event: MessageID, room: Int64, isGroup: Bool) throws -> Annotation?? {
        guard let (poll, sender) = try votes.delete(event, room: room) else { return .none }
        guard let placed = try placedPoll(poll, in: room) else { return .some(nil) }
        return .some(try annotation(by: sender, in: placed, end: try end(of: placed), isGroup: isGroup))
    }

    /// Stores a vote of the user's that the homeserver has; returns the vote that counts, which may be a newer one of another device.
    func own(_ answers: [String], by event: RoomEvent, in poll: MessageID, isEncrypted: Bool, chat: ChatID) throws
        -> (answers: [String], number: Int64)
    {
        let sent = (answers: answers, number: event.editNumber)
        guard let room = try rooms.room(chat)?.key else { return sent }
        try votes.insert(event, in: poll, answers: answers, room: room, isClear: !isEncrypted)
        guard let placed = try placedPoll(poll, in: room) else { return sent }
        return try votes.ballot(of: user, in: placed, end: try end(of: placed)) ?? sent
    }

    /// Says how an event tries to end a poll in vain; nil if it ends the poll, or as long as that is unknown. Its author and who may delete it
    /// may end it.
    func vainEnd(of poll: MessageID, by event: RoomEvent, in room: Int64) throws -> String? {
        guard let placed = try placedPoll(poll, in: room) else { return nil }
        if placed.isSealed, event.isForgeable {
            let way = event.isProved ? "from a device that nothing proves" : "in the clear"
            return "tried to end an encrypted poll \(way)"
        }
        return try mayEnd(placed)(event.sender) ? nil : "tried to end a poll of somebody else"
    }

    private func placedPoll(_ poll: MessageID, in room: Int64) throws -> VoteTable.PlacedPoll? {
        guard let (message, author) = try events.author(of: poll, orElse: ContactID(""), in: room) else { return nil }
        return VoteTable.PlacedPoll(
            room: room,
            event: poll,
            message: message,
            author: author,
            isSealed: try events.isSealed(poll, in: room) ?? false
        )
    }

    private func end(of poll: VoteTable.PlacedPoll) throws -> Int64? { try votes.end(of: poll, mayEnd: mayEnd(poll)) }

    private func mayEnd(_ poll: VoteTable.PlacedPoll) throws -> (ContactID) -> Bool {
        let power = try rooms.power(in: poll.room)
        return { $0 == poll.author || power?.mayRedact($0) ?? false }
    }

    private func annotation(
        by sender: ContactID,
        in poll: VoteTable.PlacedPoll,
        end: Int64?,
        isGroup: Bool
    ) throws -> Annotation? {
        guard let (answers, number) = try votes.ballot(of: sender, in: poll, end: end) else { return nil }
        return Annotation(
            author: Author(sender, user: user, isGroup: isGroup),
            message: poll.message,
            kind: .vote(answers: answers),
            number: number
        )
    }

    private func unique(_ people: [ContactID]) -> [ContactID] {
        var known: Set<ContactID> = []
        return people.filter { known.insert($0).inserted }
    }
}
