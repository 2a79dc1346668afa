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

    /// One's own messages only ever get on. In a group they may fall back to what the server says, as news comes of someone
    /// who was in it already and has not read them.
    func checkProgress(of new: ChatViewState, in chat: ChatID, onScreen number: Int) async {
        var fallen: [ChatViewState.Row] = []
        for row in new.rows where row.author == .me {
            let rank = row.delivery.rank
            let old = world.evidence.with { content in
                let old = content.ranks[number]?[row.id] ?? 0
                content.ranks[number, default: [:]][row.id] = max(rank, old)
                return old
            }
            if old >= Delivery.sent.rank, rank < old {
                fallen.append(row)
            } else {
                world.evidence.check(.receipts, true, "")
            }
        }
        guard !fallen.isEmpty else { return }
        let content = await world.outside { await world.serverContent() }.first { $0.header.id == chat }
        for row in fallen {
            let isRight = row.delivery == .sent && content?.isUnreadInGroup(row.id) == true
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
