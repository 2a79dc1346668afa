import Chat
import ChatList
import Transport

/// What must hold each time a screen is rendered.
struct RenderCheck {
    let world: SimulatedWorld

    /// Chats stand in the order of the times that they show, those of one time by id.
    func checkOrder(of new: ChatListViewState) {
        guard new.searchText.isEmpty, !new.isSearching else { return }
        let inOrder = zip(new.rows, new.rows.dropFirst()).allSatisfy { upper, lower in
            upper.date == lower.date ? upper.id.chat < lower.id.chat : upper.date > lower.date
        }
        world.evidence.check(
            .complete,
            inOrder,
            "the list is out of order: \(new.rows.map { "\($0.id.chat) \($0.date)" })"
        )
    }

    /// What is in sight of a person who has scrolled up stays, whatever comes.
    func checkSight(of chat: InterfaceSpy.Shown.Chat) {
        guard let place = chat.place, place.isTold, let rows = chat.state?.rows else { return }
        let index = rows.lastIndex { $0.id == place.row } ?? -1
        world.evidence.check(
            .complete,
            index >= place.countAbove,
            "\(chat.id) shows \(index) rows above \(place.row), of \(place.countAbove) that were in sight"
        )
    }

    /// One's own messages only ever get on. In a group they may fall back, as news comes of someone who was in it already: to what
    /// the server says, or said while the app had not been told of all who have read them.
    func checkProgress(of new: ChatViewState, in chat: ChatID, onScreen number: Int) async {
        let time = world.time
        let own = new.rows.filter { $0.author == .me }
        let fallen = world.evidence.with { content in
            var fallen: [(row: ChatViewState.Row, since: Duration)] = []
            for row in own {
                let rank = row.delivery.rank
                let old = content.progress[number]?[row.id]
                content.progress[number, default: [:]][row.id] = (rank, time)
                if let old, old.rank >= Delivery.sent.rank, rank < old.rank { fallen.append((row, old.time)) }
            }
            content.checkCounts[.receipts, default: 0] += own.count - fallen.count
            return fallen
        }
        guard !fallen.isEmpty else { return }
        let heard = world.evidence.with(\.heardReads)
        let content = await world.outside { await world.serverContent() }.first { $0.header.id == chat }
        for (row, since) in fallen {
            let isUnread = content?.isUnreadInGroup(row.id) == true
            let wasUnheard = content?.isUnheardInGroup(row.id, by: since, heard) == true
            let isRight = row.delivery == .sent && (isUnread || wasUnheard)
            world.evidence.check(.receipts, isRight, "\(row.id) in \(chat) fell back to \(row.delivery)")
        }
    }

    /// Rows stand in the server's order, and where it has more between two of them a gap is shown.
    func checkOrder(of new: ChatViewState, in chat: ChatID) async {
        let log = await world.server.log(of: chat)
        let places = Dictionary(uniqueKeysWithValues: log.enumerated().map { ($1.id, $0) })
        let duplicates = world.evidence.with(\.duplicates)
        // Where these stand is not known before they come.
        let placed = new.rows.prefix(
            (new.rows.lastIndex { $0.delivery.rank >= Delivery.sent.rank && !duplicates.contains($0.id) } ?? -1) + 1
        )
        var previous: Int?
        for row in placed where row.delivery.rank >= Delivery.sent.rank {
            guard let place = places[row.id] else {
                world.evidence.check(.complete, false, "\(row.id) is shown in \(chat), but the server has none such")
                continue
            }
            if let previous {
                world.evidence.check(.complete, previous < place, "\(row.id) in \(chat) is out of order")
                let isGapShown = previous + 1 == place || row.followsGap
                world.evidence.check(.complete, isGapShown, "before \(row.id) in \(chat) messages are missing unsaid")
            }
            previous = place
        }
    }
}

extension Delivery {
    /// How far it has come: failed and sending may alternate, sent and read are for good.
    var rank: Int {
        switch self {
        case .failed: 0
        case .sending: 1
        case .sent: 2
        case .received, .read: 3
        }
    }
}
