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
            HistoryCheck(evidence: evidence, server: server, history: history).run(
                lookingAt: actions.shown.stack.last?.chat
            )
            await FileCheck(world: world, server: server, session: session).run()
            checkNotifications(history)
            checkScreens(server, history)
            await PortraitCheck(world: world, actions: actions).run(server)
            await checkSearch(history)
            await checkConnections()
            await FreshRenderCheck(world: world, actions: actions, session: session).run()
        } catch {
            evidence.check(.complete, false, "the history cannot be read: \(error)")
        }
    }

    private func checkNotifications(_ history: StoredHistory) {
        let content = evidence.with { $0 }
        for (id, live) in content.live.sorted(by: { $0.key < $1.key }) where live.mustBeAnnounced {
            let wasTold = content.notified[id] != nil
            // What stands in a gap above a message that was seen counts as read, and is not announced late.
            let wasRead = !wasTold && history[live.chat]?.wasRead(id, live, content.seen) ?? false
            evidence.check(.notifiedOnce, wasTold || wasRead, "\(id) in \(live.chat) came live and was not announced")
        }
        evidence.with { $0.live = [:] }
        let ids = history.ids
        for id in content.notified.keys {
            evidence.check(.survivesDeath, ids.contains(id), "\(id) was announced without a row")
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
            let wanted = history.rows(matching: word, by: world.words)
            guard let state = actions.shown.list?.state else { return }
            let found = Set(
                state.rows.map { row in row.id.message.map { "\(row.id.chat)/\($0)" } ?? row.id.chat.rawValue }
            )
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
