import ChatStore
import ChatTypes
import Foundation
import SQLiteKit

/// A check of the files on disk after a process death, before another process starts.
struct DeathCheck {
    let world: SimulatedWorld
    let server: [ServerChatContent]
    let shown: LastView

    func run() throws {
        let evidence = world.evidence
        let database = try ChatDatabase(.file(path: world.folder.appending(path: "history.sqlite").path))
        let problems = try database.read { try $0.rows("PRAGMA integrity_check") { $0.text(0) } }
        evidence.check(.survivesDeath, problems == ["ok"], "the database is damaged: \(problems)")
        let history = try database.read { try StoredHistory($0) }
        let (ids, content) = (history.ids, evidence.with { $0 })
        evidence.checkForgotten(history.chats.map(\.record.id))
        for (chat, state) in content.forgotten where state == .tried {
            if history[chat] == nil { evidence.noteForgotten(chat) } else { evidence.noteRemembered(chat) }
        }
        for typed in content.typed { checkTyped(typed, history) }
        // A message that was announced and then deleted leaves a tombstone.
        for id in content.notified.keys.sorted() where !content.forgottenMessages.contains(id) {
            evidence.check(.survivesDeath, ids.contains(id), "\(id) was announced, and is not in the history")
        }
        for chat in content.drafts.keys.sorted() {
            let kept = history[chat]?.record.draft
            evidence.check(
                .survivesDeath,
                evidence.allows(kept, in: chat),
                "the draft in \(chat) is lost: kept is \(kept ?? "none"), of \(content.drafts[chat, default: []].sorted())"
            )
        }
        checkPreviews(history)
        try database.read { try FileDeathCheck(world: world, server: server, history: history).run($0) }
        for chat in server where evidence.with({ $0.forgotten[chat.header.id] }) == nil {
            checkReceipt(chat.readByMe, of: nil, in: chat, history)
            for (root, message) in chat.threadsReadByMe.sorted(by: { $0.key < $1.key }) {
                checkReceipt(message, of: root, in: chat, history)
            }
        }
        try database.read { try UnreadCheck(evidence: evidence).run(history, $0) }
    }

    /// Checks that what the app told the server to be read of a thread, or outside threads, is saved.
    private func checkReceipt(
        _ message: MessageID?,
        of thread: MessageID?,
        in chat: ServerChatContent,
        _ history: StoredHistory
    ) {
        guard let message, let told = chat.position(of: message),
            // A receipt from before the chat was forgotten comes again with its message.
            !world.evidence.with({ $0.readElsewhere.contains(message) || $0.forgottenMessages.contains(message) })
        else { return }
        let kept = history[chat.header.id]?.marker(of: thread)
        world.evidence.check(
            .survivesDeath,
            kept.map { told <= $0 } ?? false,
            "the server was told of a receipt in \(chat.header.id) that is lost"
        )
    }

    /// Checks that a message shown to the user is saved with the text last shown or an edit in progress.
    private func checkTyped(_ typed: Evidence.Typed, _ history: StoredHistory) {
        guard let id = typed.id else { return }
        let kept = history[typed.chat]?.messages.first { $0.id == id }
        let isRight =
            switch typed.removal {
            case .none: kept.map { typed.texts.contains($0.text) || isAsServed($0) } ?? false
            case .tried: true
            case .done: kept?.removed ?? true
            }
        world.evidence.check(
            .survivesDeath,
            isRight,
            "\(id) was shown as \(typed.texts.sorted()), and is \(String(describing: kept)) in the history"
        )
    }

    /// Whether the message has the server's text because the server refused an edit.
    private func isAsServed(_ message: HistoryRecord.MessageRecord) -> Bool {
        let log = server.first { $0.header.id == message.chat }?.log ?? []
        return world.evidence.wasRefusedAway(message)
            && log.contains { $0.id == message.id && $0.text == message.text }
    }

    /// Checks that the previews and the badge that the user saw are backed by stored messages.
    private func checkPreviews(_ history: StoredHistory) {
        for row in shown.previews {
            let chat = history[row.chat]
            let previews = chat?.messages.map { shownInList($0.preview) } ?? []
            let isFormer = world.evidence.with { $0.formerPreviews.contains(row.text) }
            // The list may show a group that was just forgotten.
            let isForgotten = world.evidence.with { $0.forgotten[row.chat] == .done }
            // The row of a chat without the user tells who decided that, and why, instead of a message.
            let isState = chat?.record.state != nil && row.text.contains(chat?.record.stateReason ?? "")
            let isKept =
                chat == nil ? isForgotten : row.text.isEmpty || isFormer || isState || previews.contains(row.text)
            world.evidence.check(.survivesDeath, isKept, "the list showed \(row.text), which is not in the history")
        }
        let count = history.chats.reduce(0) { $0 + $1.messages.count { $0.author != .me } }
        world.evidence.check(.survivesDeath, shown.badge <= count, "the badge was \(shown.badge), with \(count) rows")
    }
}

/// The last chat list and badge that the user saw before the process was killed.
struct LastView {
    /// The list's rows, if it showed all chats.
    var previews: [(chat: ChatID, text: String)] = []
    var badge = 0
}
