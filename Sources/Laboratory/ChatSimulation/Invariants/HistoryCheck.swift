import ChatStore
import ChatTypes
import Foundation

/// A check that the history and the server agree at a quiet moment.
struct HistoryCheck {
    let evidence: Evidence
    let server: [ServerChatContent]
    let history: StoredHistory

    /// Runs all checks of the history.
    ///
    /// - Parameters:
    ///   - chat: The chat on the top screen, which is read as far as it is visible.
    ///   - row: The newest visible row there; `nil` for the end.
    func run(lookingAt chat: ChatID?, upTo row: MessageID? = nil) {
        checkOutbox()
        checkHistories()
        checkReceipts(chat, row)
        checkMembers()
        checkDrafts()
        checkModes()
        checkMarks()
    }

    private func checkMarks() {
        for chat in history.chats {
            let (record, id) = (chat.record, chat.record.id)
            let isFavourite = record.favourite == true
            let mayBe = evidence.with { $0.favourites[id] ?? [false] }
            evidence.check(.survivesDeath, mayBe.contains(isFavourite), "\(id) is a favourite: \(isFavourite)")
            evidence.noteFavourite(isFavourite, id)
            guard let said = server.first(where: { $0.header.id == id })?.marks else { continue }
            let isSame =
                said.contains(.favourite) == isFavourite && said.contains(.unread) == (record.markedUnread == true)
            evidence.check(.samePath, isSame, "\(id) has the marks \(said) on other devices, not \(record)")
        }
    }

    private func checkModes() {
        for chat in history.chats {
            let (mode, id) = (chat.record.notifications, chat.record.id)
            let mayBe = evidence.with { $0.modes[id] ?? [.all] }
            evidence.check(.survivesDeath, mayBe.contains(mode), "\(id) notifies of \(mode), which was not asked for")
            let said = server.first { $0.header.id == id }?.notifications ?? mode
            evidence.check(.samePath, mode == said, "\(id) notifies of \(mode), and of \(said) on other devices")
            evidence.noteMode(mode, id)
        }
    }

    /// Checks each member's name, membership and read marker against the server, and that no group was created twice.
    private func checkMembers() {
        for chat in server where chat.header.isGroup {
            let id = chat.header.id
            let topic = history[id]?.record.topic ?? ""
            evidence.check(.membership, topic == chat.topic, "the topic of \(id) is \(topic), not \(chat.topic)")
            for member in chat.members where member.member != .me {
                let kept = history[id]?.members.first { $0.member == member.member }
                let isSame =
                    kept?.name == member.name && (kept?.left != true) == member.isMember
                    && kept?.number == member.number && kept?.since == member.since
                    && kept?.role ?? .member == member.role ?? .member
                evidence.check(.membership, isSame, "\(id) knows \(kept.map { "\($0)" } ?? "nobody"), not \(member)")
                let isKnown = history[id]?.knows(chat.readByMembers[member.member], as: kept?.read, in: chat) ?? false
                evidence.check(.receipts, isKnown, "\(id): how far \(member.name) read is lost")
            }
        }
        let (made, asked) = (server.count(where: \.header.isGroup), evidence.with { $0.groupCount })
        evidence.check(.membership, made <= asked, "\(made) groups are on the server, of \(asked) that were begun")
    }

    private func checkOutbox() {
        for typed in evidence.with({ $0.typed }) {
            let log = server.first { $0.header.id == typed.chat }?.log ?? []
            let copies = log.filter { typed.isSame(as: $0) }
            evidence.check(.sentOnce, copies.count <= 1, "\(typed.text) is on the server \(copies.count) times")
            let mayBeThere = !typed.isNeverSent || copies.isEmpty
            evidence.check(.sentOnce, mayBeThere, "\(typed.text) is on the server, and was not to be sent")
            guard let id = typed.id, !checkRemoval(of: typed, id, log) else { continue }
            let waiting = history[typed.chat]?.waiting.first { $0.id == id }
            if waiting?.failure == nil {
                let kept = history[typed.chat]?.delivered.first { $0.id == id }
                // A refused edit leaves the server's text in place.
                let isOld = kept.map(evidence.wasRefusedAway) ?? false
                let there = isOld ? log.filter { $0.id == id } : copies
                evidence.check(
                    .sentOnce,
                    there.map(\.id) == [id],
                    "\(typed.text) is on the server as \(there.map(\.id)), not as \(id)"
                )
            }
        }
        for chat in history.chats {
            let stuck = chat.waiting.filter { $0.failure == nil } + chat.delivered.filter { $0.edit != nil }
            evidence.check(.sentOnce, stuck.isEmpty, "\(stuck.map(\.id)) in \(chat.record.id) still wait")
        }
        checkSent()
        checkOrder()
    }

    /// Checks that every message of the user on the server was typed.
    private func checkSent() {
        let typed = evidence.with { $0.typed }
        for chat in server {
            let id = chat.header.id
            let others = chat.log.filter { message in
                message.author == .me && !message.isDeleted && message.event == nil
                    && !typed.contains { $0.chat == id && ($0.id == message.id || $0.isSame(as: message)) }
            }
            evidence.check(.sentOnce, others.isEmpty, "\(others.map(\.text)) in \(id) were never typed")
        }
    }

    /// Checks that a deleted message is gone from the history and the server. Returns whether it was deleted or may
    /// have been.
    private func checkRemoval(of typed: Evidence.Typed, _ id: MessageID, _ log: [Message]) -> Bool {
        guard typed.removal == .done else { return typed.removal == .tried }
        let isLeft = log.contains { $0.id == id && !$0.isDeleted }
        evidence.check(.sentOnce, !isLeft, "\(typed.text) was taken back, and stands on the server")
        let isKept = history[typed.chat]?.messages.contains { $0.id == id && $0.removed != true } ?? false
        evidence.check(.sentOnce, !isKept, "\(typed.text) was taken back, and stands in the history")
        return true
    }

    /// Checks that the server has the user's messages in the order in which they were sent or resent.
    private func checkOrder() {
        let typed = evidence.with { $0.typed.filter { $0.turn != nil } }.sorted { $0.turn ?? 0 < $1.turn ?? 0 }
        for chat in server {
            let expected = typed.filter { $0.chat == chat.header.id }.compactMap(\.id)
            let actual = chat.log.filter { $0.author == .me }.map(\.id)
            let common = expected.filter(actual.contains)
            evidence.check(
                .firstInFirstOut,
                actual.filter(common.contains) == common,
                "\(chat.header.id) has \(actual), sent as \(common)"
            )
        }
    }

    /// Checks that the stored messages of each chat equal the server's newest ones, without a gap.
    private func checkHistories() {
        for chat in server {
            let held = history[chat.header.id]?.delivered ?? []
            let expected = chat.log.suffix(held.count)
            evidence.check(
                .complete,
                held.map(\.id) == expected.map(\.id),
                "\(chat.header.id) holds \(held.map(\.id)), and the server \(expected.map(\.id))"
            )
            let odd = zip(held, expected).first { held, sent in
                !(held.text == sent.text && held.removed ?? false == sent.isDeleted
                    && held.edited ?? 0 == sent.editNumber && held.images ?? 0 == sent.imageCount
                    && held.position == sent.position && held.attachment == sent.attachment
                    && held.author == sent.author && abs(held.time.date.timeIntervalSince(sent.sentAt)) < 0.002)
            }
            let detail = odd.map { "\(chat.header.id) holds \($0), and the server has \($1)" } ?? ""
            evidence.check(.samePath, odd == nil, detail)
            let gaps = held.dropFirst().filter { $0.gap != nil }
            evidence.check(.complete, gaps.isEmpty, "gaps are left in \(chat.header.id) before \(gaps.map(\.id))")
            let isWhole = held.count == chat.log.count || held.first?.gap != nil
            evidence.check(.complete, isWhole, "\(chat.header.id) forgets that it has earlier messages")
        }
    }

    private func checkReceipts(_ lookedAt: ChatID?, _ row: MessageID?) {
        let seen = evidence.with(\.seen)
        for chat in server {
            let (id, kept) = (chat.header.id, history[chat.header.id]?.record)
            let (mine, theirs) = (chat.position(of: chat.readByMe), chat.position(of: chat.readByContact))
            evidence.check(.receipts, mine == kept?.readByMe, "\(id): the server was not told how far we read")
            evidence.check(.receipts, theirs == kept?.readByContact, "\(id): how far the contact read is lost")
            let newestSeen = chat.log.last { seen[$0.id] != nil }?.position
            let wasSeen = mine.map { mine in newestSeen.map { mine <= $0 } ?? false } ?? true
            evidence.check(.receipts, wasSeen, "\(id) is read beyond what was on screen")
            guard lookedAt == id else { continue }
            let limit = chat.position(of: row)
            // Deleted messages do not have to be read.
            let newest = chat.log.last { message in
                message.author != .me && !message.isDeleted && message.thread == nil && message.event == nil
                    && limit.map { message.position <= $0 } ?? true
            }
            let isRead = newest.map { newest in mine.map { newest.position <= $0 } ?? false } ?? true
            evidence.check(.receipts, isRead, "\(id) is on screen and not marked as read up to the newest visible row")
        }
    }

    private func checkDrafts() {
        for chat in evidence.with({ $0.drafts.keys.sorted() }) {
            let kept = history[chat]?.record.draft
            evidence.check(
                .survivesDeath,
                evidence.allows(kept, in: chat),
                "the draft in \(chat) is \(kept ?? "none"), not of \(evidence.with { $0.drafts[chat, default: []].sorted() })"
            )
        }
        for (chat, texts) in evidence.with({ $0.unfinished }).sorted(by: { $0.key < $1.key }) {
            let kept = history[chat]?.record
            for (target, text) in texts.sorted(by: { $0.value < $1.value }) {
                let isKept =
                    switch target {
                    case .reply(let id): kept?.unfinished?.contains { $0.answers == id && $0.text == text } ?? false
                    case .edit(let id): kept?.unfinished?.contains { $0.edits == id && $0.text == text } ?? false
                    case .thread(let root): kept?.threads?.contains { $0.root == root && $0.draft == text } ?? false
                    }
                evidence.check(.survivesDeath, isKept, "\(text), begun as \(target) in \(chat), is lost")
            }
        }
    }
}
