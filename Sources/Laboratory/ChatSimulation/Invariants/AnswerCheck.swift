import Chat
import ChatApp
import ChatStore
import ChatTypes
import ScreenKit

/// A check that replies and reactions are stored and shown as the server has them.
struct AnswerCheck {
    let world: SimulatedWorld
    let actions: AppActions

    private var evidence: Evidence { world.evidence }

    func run(_ server: [ServerChatContent], _ history: StoredHistory) {
        for chat in server { check(chat, history[chat.header.id]) }
        checkWishes(server)
        let shown = actions.shown
        guard !shown.isSevered, let pane = shown.chat, let rows = pane.state?.rows,
            let content = server.first(where: { $0.header.id == pane.id })
        else { return }
        let stored = Set(history[pane.id]?.messages.map(\.id) ?? [])
        // A reaction to a message that has failed waits with it.
        let sent = Set(content.log.map(\.id))
        for row in rows where sent.contains(row.id) { check(row, content, stored) }
    }

    private func check(_ chat: ServerChatContent, _ stored: StoredHistory.Chat?) {
        let held = stored?.delivered ?? []
        let ids = Set(held.map(\.id))
        let kept = held.flatMap { message in
            (message.reactions ?? []).filter { $0.removed != true }.map {
                SetReaction(message: message.id, author: $0.author, text: $0.text)
            }
        }
        evidence.check(.answers, Set(kept).count == kept.count, "\(chat.header.id) has a reaction twice: \(kept)")
        let expected = chat.reactions.filter { ids.contains($0.message) }
        let (more, less) = (Set(kept).subtracting(expected).sorted(), expected.subtracting(kept).sorted())
        evidence.check(
            .answers,
            more.isEmpty && less.isEmpty,
            "\(chat.header.id) has the reactions \(more), and not \(less)"
        )
        for message in held where message.removed != true {
            let sent = chat.log.first { $0.id == message.id }?.repliesTo
            // On a homeserver, the own message that is answered may not have its own ID yet.
            let answers = message.answers.map { MatrixEvents.message(of: $0.rawValue) }
            let detail =
                "\(message.id) answers \(answers.map(\.rawValue) ?? "none"), not \(sent.map(\.rawValue) ?? "none")"
            evidence.check(.answers, answers == sent, detail)
        }
    }

    /// Checks that the server has what the user wanted, where it cannot have been refused.
    private func checkWishes(_ server: [ServerChatContent]) {
        let (wishes, typed) = evidence.with { ($0.reactions, $0.typed) }
        for chat in server where !chat.header.isGroup {
            let there = Set(chat.log.filter { !$0.isDeleted }.map(\.id))
            for (wish, states) in wishes where there.contains(wish.message) {
                let isSet = chat.reactions.contains(SetReaction(message: wish.message, author: .me, text: wish.text))
                evidence.check(.answers, states.contains(isSet), "\(wish.text) at \(wish.message) is set: \(isSet)")
            }
        }
        for chat in server {
            for message in chat.log where message.author == .me && !message.isDeleted {
                guard let typed = typed.first(where: { $0.id == message.id }) else { continue }
                // A homeserver did not have the answered message if that had failed.
                if world.matrix != nil, message.repliesTo == nil { continue }
                evidence.check(
                    .answers,
                    message.repliesTo == typed.answered,
                    "\(typed.text) was sent as another's reply"
                )
            }
        }
    }

    private func check(_ row: ChatViewState.Row, _ chat: ServerChatContent, _ stored: Set<MessageID>) {
        let there = chat.reactions.filter { $0.message == row.id }
        let expected = Set(there.map(\.text)).sorted().map { text in
            let people = there.filter { $0.text == text }
            return "\(text) \(people.count) \(people.contains { $0.author == .me })"
        }
        let shown = row.reactions.map { "\($0.text) \($0.count) \($0.isMine)" }.sorted()
        evidence.check(.answers, shown == expected.sorted(), "\(row.id) shows \(shown), not \(expected)")
        guard let answered = row.answered, stored.contains(answered.id),
            let message = chat.log.first(where: { $0.id == answered.id })
        else {
            let isMissing = row.answered.map { $0.author == nil || stored.contains($0.id) } ?? true
            evidence.check(.answers, isMissing, "\(row.id) answers a message that is not stored")
            return
        }
        let beginning = message.text.cut(toBytes: AnsweredMessage.textBytes)
        let preview = previewText(
            of: FormattedText(beginning, message.spans).preview,
            imageCount: message.imageCount,
            fileName: message.attachment?.name,
            isDeleted: message.isDeleted
        )
        let line = preview.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isSame = answered.text == line || answered.text == line.prefix(100) + "…"
        let detail = "\(row.id) answers \(answered.text) by \(answered.author.map { "\($0)" } ?? "none"), not \(line)"
        evidence.check(.answers, isSame && answered.author == message.author, detail)
    }
}
