import Chat
import ChatApp
import ChatStore
import ChatTypes
import ScreenKit

/// A check that each answer in a thread is stored and shown in that thread and nowhere else, and that threads count what they have.
struct ThreadCheck {
    let world: SimulatedWorld
    let actions: AppActions

    private var evidence: Evidence { world.evidence }

    func run(_ server: [ServerChatContent], _ history: StoredHistory) {
        // The simulated homeserver has no threads.
        guard world.matrix == nil else { return }
        for chat in server {
            if let stored = history[chat.header.id] { check(stored, against: chat) }
        }
        let shown = actions.shown
        if shown.isSevered { return }
        for pane in shown.chats { checkLines(of: pane, history[pane.id]) }
        if let thread = shown.openThread, let stored = history[thread.chat] { check(thread, stored) }
    }

    /// Checks that the stored messages are in the threads that the server and the user say, and what of each thread is unread.
    private func check(_ stored: StoredHistory.Chat, against chat: ServerChatContent) {
        let (id, held) = (chat.header.id, Set(stored.delivered.map(\.id)))
        let said = Dictionary(chat.log.map { ($0.id, $0.thread) }, uniquingKeysWith: { first, _ in first })
        let wrong = stored.delivered.filter { message in said[message.id].map { $0 != message.thread } ?? false }.map(
            \.id
        )
        evidence.check(.threads, wrong.isEmpty, "\(wrong) in \(id) are in other threads than on the server")
        let typed = evidence.with(\.typed).filter { $0.chat == id }
        for message in chat.log where message.author == .me {
            guard let written = typed.first(where: { $0.id == message.id }) else { continue }
            evidence.check(
                .threads,
                message.thread == written.thread,
                "\(written.text) was sent in the thread \(message.thread?.rawValue ?? "none")"
            )
        }
        let unread = chat.unread.filter { held.contains($0.id) }
        for root in chat.threads {
            let (mine, theirs) = (
                stored.derivedUnread(of: root).map(\.id), unread.filter { $0.thread == root }.map(\.id)
            )
            evidence.check(
                .threads,
                mine == theirs,
                "of the thread of \(root) in \(id) \(mine) are unread, and on the server \(theirs)"
            )
        }
    }

    /// Checks that a chat's screen shows no answers of threads, and below each root the numbers of its thread.
    private func checkLines(of pane: InterfaceSpy.Shown.Chat, _ stored: StoredHistory.Chat?) {
        guard let rows = pane.state?.rows, let stored else { return }
        let answers = Set(stored.messages.filter { $0.thread != nil }.map(\.id))
        let stray = rows.map(\.id).filter(answers.contains)
        evidence.check(.threads, stray.isEmpty, "\(stray) are answers in threads, and stand in \(pane.id)")
        for row in rows {
            let count = stored.messages.count { $0.thread == row.id && $0.removed != true }
            let unread = stored.derivedUnread(of: row.id)
            let wanted = [count, unread.count, unread.count { $0.mention == true }]
            let line = row.thread.map { [$0.answerCount, $0.unreadCount, $0.mentionCount] } ?? [0, 0, 0]
            evidence.check(
                .threads,
                line == wanted,
                "the thread of \(row.id) says \(line) of its answers, unread ones and mentions, not \(wanted)"
            )
        }
    }

    /// Checks that a thread's screen shows its root, then its answers in order, and that all are read.
    private func check(_ thread: InterfaceSpy.Shown.Thread, _ stored: StoredHistory.Chat) {
        guard let state = thread.state, !state.hasLater else { return }
        let answers = stored.messages.filter { $0.thread == thread.root }.map(\.id)
        let rows = state.rows.map(\.id)
        let shown = rows.filter { $0 != thread.root }
        evidence.check(
            .threads,
            shown == answers.suffix(shown.count) && (shown.count == answers.count || state.hasEarlier),
            "the thread of \(thread.root) shows \(shown), not \(answers)"
        )
        let isBegun = rows.first == thread.root || state.hasEarlier
        evidence.check(
            .threads,
            isBegun,
            "the thread of \(thread.root) begins with \(rows.first?.rawValue ?? "nothing")"
        )
        let unread = stored.derivedUnread(of: thread.root).map(\.id)
        evidence.check(.threads, unread.isEmpty, "\(unread) are on screen in the thread of \(thread.root), and unread")
    }
}
