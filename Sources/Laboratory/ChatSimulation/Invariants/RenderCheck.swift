import Chat
import ChatList
import ChatTypes
import SimulatedServer
import Transport

/// A check made each time a screen is rendered.
struct RenderCheck {
    let world: SimulatedWorld

    /// Checks that favourites come first, and that chats are ordered by the times that they show, and by ID if the times are equal.
    func checkOrder(of new: ChatListViewState) {
        guard new.searchText.isEmpty, !new.isSearching else { return }
        let inOrder = zip(new.rows, new.rows.dropFirst()).allSatisfy { upper, lower in
            let isFavourite = upper.marks.contains(.favourite)
            if isFavourite != lower.marks.contains(.favourite) { return isFavourite }
            return upper.date == lower.date ? upper.id.chat < lower.id.chat : upper.date > lower.date
        }
        world.evidence.check(
            .complete,
            inOrder,
            "the list is out of order: \(new.rows.map { "\($0.id.chat) \($0.date)" })"
        )
    }

    /// Checks that the visible rows stay in place while the user has scrolled up, whatever arrives.
    func checkVisibleRows(of chat: InterfaceSpy.Shown.Chat) {
        guard let place = chat.place, place.isTold, let rows = chat.state?.rows else { return }
        let index = rows.lastIndex { $0.id == place.row } ?? -1
        world.evidence.check(
            .complete,
            index >= place.countAbove,
            "\(chat.id) shows \(index) rows above \(place.row), of \(place.countAbove) that were visible"
        )
    }

    /// Checks that the delivery state of the user's messages only advances. In a group it may fall back to sent when
    /// the app learns of another member. The server must then have unread members for the message, or had them
    /// unknown to the app.
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

    /// Checks that rows are in the server's order, and that a gap is shown where the server has more messages between
    /// two.
    func checkOrder(of new: ChatViewState, in chat: ChatID) async {
        let main = await world.server.log(of: chat).lazy.filter { $0.thread == nil }
        let places = Dictionary(uniqueKeysWithValues: main.enumerated().map { ($1.id, $0) })
        let duplicates = world.evidence.with(\.duplicates)
        // The positions of these messages are unknown until they arrive from the server.
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
    /// The rank of the state in its usual progress. Failed and sending may alternate; sent and read are final.
    var rank: Int {
        switch self {
        case .failed: 0
        case .sending: 1
        case .sent: 2
        case .received, .read: 3
        }
    }
}
