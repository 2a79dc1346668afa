import ChatApp
import ChatList
import ChatSession
import ChatStore
import CreateChat
import Foundation
import ScreenKit
import SimulationKit
import Transport

/// What must hold once the network, the disk and the server have been well for long enough: everything.
struct QuietCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions
    let session: Session

    var evidence: Evidence { world.evidence }

    func run() async {
        await actions.setFocus(true)
        if actions.shown.stack.last == .createChat { await checkSuggestions() }
        try? await world.executor.clock.sleep(for: .seconds(5))
        if actions.shown.status != nil {
            // A connection made before the calm ends when it was to end, and is about to be made again.
            try? await world.executor.clock.sleep(for: .seconds(3))
        }
        let server = await world.serverContent()
        do {
            let evidence = evidence
            let history = try await session.read { reader in
                let history = try StoredHistory(reader)
                try UnreadCheck(evidence: evidence).run(history, reader)
                return history
            }
            checkOutbox(server, history)
            checkHistories(server, history)
            checkReceipts(server, history)
            checkNotifications(history)
            checkScreens(server, history)
            await checkSearch(history)
            await checkConnections()
            await FreshRenderCheck(world: world, actions: actions, session: session).run()
        } catch {
            evidence.check(.complete, false, "the history cannot be read: \(error)")
        }
    }

    private func checkOutbox(_ server: [ServerChatContent], _ history: StoredHistory) {
        for typed in evidence.with({ $0.typed }) {
            let log = server.first { $0.header.id == typed.chat }?.log ?? []
            let copies = log.filter { $0.author == .me && $0.text == typed.text }
            evidence.check(.sentOnce, copies.count <= 1, "\(typed.text) is on the server \(copies.count) times")
            guard let id = typed.id else { continue }
            let waiting = history[typed.chat]?.waiting.first { $0.id == id }
            if waiting?.failure == nil {
                evidence.check(
                    .sentOnce,
                    copies.map(\.id) == [id],
                    "\(typed.text) is on the server as \(copies.map(\.id)), not as \(id)"
                )
            }
        }
        for chat in history.chats {
            let stuck = chat.waiting.filter { $0.failure == nil }
            evidence.check(.sentOnce, stuck.isEmpty, "\(stuck.map(\.id)) in \(chat.record.id) still wait")
        }
        checkOrder(server)
    }

    /// What was never sent again by hand stands on the server in the order in which it was typed.
    private func checkOrder(_ server: [ServerChatContent]) {
        let typed = evidence.with { $0.typed }
        for chat in server {
            let expected = typed.filter { $0.chat == chat.header.id && !$0.wasResent && $0.id != nil }.compactMap(\.id)
            let actual = chat.log.filter { $0.author == .me }.map(\.id)
            let common = expected.filter(actual.contains)
            evidence.check(
                .firstInFirstOut,
                actual.filter(common.contains) == common,
                "\(chat.header.id) has \(actual), typed as \(common)"
            )
        }
    }

    /// What is held of each chat is the server's, without a hole, up to the newest.
    private func checkHistories(_ server: [ServerChatContent], _ history: StoredHistory) {
        for chat in server {
            let held = history[chat.header.id]?.delivered ?? []
            let expected = chat.log.suffix(held.count)
            evidence.check(
                .complete,
                held.map(\.id) == expected.map(\.id),
                "\(chat.header.id) holds \(held.map(\.id)), and the server \(expected.map(\.id))"
            )
            let same = zip(held, expected).allSatisfy { held, sent in
                held.text == sent.text && held.images ?? 0 == sent.imageCount && held.position == sent.position
                    && held.author == sent.author && abs(held.time.date.timeIntervalSince(sent.sentAt)) < 0.002
            }
            evidence.check(.samePath, same, "messages of \(chat.header.id) differ from the server's")
            let gaps = held.dropFirst().filter { $0.gap != nil }
            evidence.check(.complete, gaps.isEmpty, "gaps are left in \(chat.header.id) before \(gaps.map(\.id))")
            let isWhole = held.count == chat.log.count || held.first?.gap != nil
            evidence.check(.complete, isWhole, "\(chat.header.id) forgets that it has earlier messages")
        }
    }

    private func checkReceipts(_ server: [ServerChatContent], _ history: StoredHistory) {
        for chat in server {
            let kept = history[chat.header.id]?.record
            let (mine, theirs) = (chat.position(of: chat.readByMe), chat.position(of: chat.readByContact))
            evidence.check(
                .receipts,
                mine == kept?.readByMe,
                "\(chat.header.id): the server was not told how far we read"
            )
            evidence.check(
                .receipts,
                theirs == kept?.readByContact,
                "\(chat.header.id): how far the contact read is lost"
            )
            guard actions.shown.stack.last?.chat == chat.header.id else { continue }
            let newest = chat.log.last { $0.author == .contact }?.position
            evidence.check(.receipts, mine == newest, "\(chat.header.id) is on screen, and not read to its end")
        }
    }

    private func checkNotifications(_ history: StoredHistory) {
        let content = evidence.with { $0 }
        for (id, live) in content.live.sorted(by: { $0.key < $1.key }) where live.mustBeAnnounced {
            let wasTold = content.notified[id] != nil || content.seen.contains(id)
            // What stands in a gap above a message that was seen counts as read, and is not announced late.
            let isRead = history[live.chat]?.isRead(id) ?? false
            evidence.check(.notifiedOnce, wasTold || isRead, "\(id) in \(live.chat) came live and was not announced")
        }
        evidence.with { $0.live = [:] }
        let ids = history.ids
        for id in content.notified.keys {
            evidence.check(.survivesDeath, ids.contains(id), "\(id) was announced without a row")
        }
        for chat in content.drafts.keys.sorted() {
            let isKept = evidence.allows(history[chat]?.record.draft, in: chat)
            evidence.check(
                .survivesDeath,
                isKept,
                "the draft in \(chat) is \(history[chat]?.record.draft ?? "none"), not of \(evidence.with { $0.drafts[chat, default: []].sorted() })"
            )
        }
    }

    private func checkConnections() async {
        let chatCount = actions.shown.chats.count
        // A homeserver has one stream for all that is new.
        let expected = world.matrix == nil ? 1 + chatCount : 1
        var count = await world.server.connectionCount
        if count < expected {
            // A connection made before the calm ends when it was to end, and may be about to be made again.
            try? await world.executor.clock.sleep(for: .seconds(3))
            count = await world.server.connectionCount
        }
        evidence.check(
            .nothingOutlives,
            count == expected,
            "\(count) connections are open, with \(chatCount) chats"
        )
    }

    /// A search finds the names and the stored messages in which some word begins like that, and nothing else.
    private func checkSearch(_ history: StoredHistory) async {
        guard actions.shown.stack.last == .chatList, let list = actions.shown.list?.module else { return }
        for word in ["typ", "a"] {
            await list.perform(.search(word))
            var wanted: Set<[String]> = []
            for chat in history.chats {
                let id = chat.record.id
                if Contact(id: ContactID(""), name: chat.record.name).matches(word) {
                    wanted.insert([id.rawValue])
                }
                let messages = chat.messages.filter { Contact(id: ContactID(""), name: $0.text).matches(word) }
                wanted.formUnion(messages.map { [id.rawValue, $0.id.rawValue] })
            }
            guard let state = actions.shown.list?.state else { return }
            let found = Set(state.rows.map { [$0.id.chat.rawValue] + ($0.id.message.map { [$0.rawValue] } ?? []) })
            let isAll = found == wanted || state.hasMore && found.isSubset(of: wanted)
            evidence.check(.complete, isAll, "\(word) finds \(found.symmetricDifference(wanted)) too many or too few")
        }
        await list.perform(.search(""))
    }

    /// What was typed last is what suggestions are for, whatever was typed before.
    private func checkSuggestions() async {
        guard let module = actions.shown.form?.module, actions.shown.form?.state?.isBusy == false else { return }
        await module.perform(.type("Zo"))
        await module.perform(.type("Ad"))
        let matching = (try? await world.connection.contacts(matching: "Ad", limit: 1000)) ?? []
        let shown = actions.shown.form?.state?.suggestions ?? []
        let isRight = shown.count == min(8, matching.count) && Set(shown).isSubset(of: matching.map(\.name))
        evidence.check(.modelAlone, isRight, "suggestions for Ad are \(shown)")
    }
}
