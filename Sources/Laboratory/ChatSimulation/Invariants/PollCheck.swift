import Chat
import ChatApp
import ChatStore
import ChatTypes
import ScreenKit

/// A check that polls are stored and shown as the server has them: the question, everyone's newest vote, and whether they have ended.
struct PollCheck {
    let world: SimulatedWorld
    let actions: AppActions

    private var evidence: Evidence { world.evidence }

    func run(_ server: [ServerChatContent], _ history: StoredHistory) {
        for chat in server {
            if let stored = history[chat.header.id] { check(stored, against: chat) }
        }
        checkWishes(server)
        let shown = actions.shown
        guard !shown.isSevered, let pane = shown.chat, let rows = pane.state?.rows,
            let content = server.first(where: { $0.header.id == pane.id })
        else { return }
        let sent = Set(content.log.map(\.id))
        for row in rows where sent.contains(row.id) && !row.isDeleted {
            let (said, should) = (row.poll?.said ?? "no poll", content.polls[row.id]?.text ?? "no poll")
            evidence.check(.answers, said == should, "\(row.id) shows \(said), not \(should)")
        }
    }

    private func check(_ stored: StoredHistory.Chat, against chat: ServerChatContent) {
        for message in stored.delivered where message.removed != true {
            let (known, expected) = (message.poll, chat.polls[message.id])
            evidence.check(
                .answers,
                known?.content == expected?.content,
                "\(message.id) asks \(known.map { "\($0.content)" } ?? "nothing"), not \(expected.map { "\($0.content)" } ?? "nothing")"
            )
            guard let known, let expected else { continue }
            let votes = (known.votes ?? []).filter { $0.id == nil && !$0.answers.isEmpty }
            let kept = Dictionary(votes.map { ($0.author, $0.answers) }, uniquingKeysWith: { $1 })
            evidence.check(.answers, kept.count == votes.count, "somebody voted twice in \(message.id): \(votes)")
            evidence.check(
                .answers,
                kept == expected.ballots,
                "the votes in \(message.id) are \(Self.text(kept)), not \(Self.text(expected.ballots))"
            )
            let isEnded = known.ended == true
            evidence.check(
                .answers,
                isEnded == expected.isEnded,
                "\(message.id) has ended: \(isEnded), on the server: \(expected.isEnded)"
            )
            let waits = known.end != nil || known.votes?.contains { $0.id != nil } == true
            evidence.check(.answers, !waits, "a vote in \(message.id) or its end still waits")
        }
    }

    /// Checks that the server has the user's votes and ends of polls, where it cannot have refused them.
    private func checkWishes(_ server: [ServerChatContent]) {
        let (votes, ends) = evidence.with { ($0.votes, $0.pollEnds) }
        for chat in server where !chat.header.isGroup {
            for (message, poll) in chat.polls {
                // A vote may have come after the end.
                if let wishes = votes[message], !poll.isEnded {
                    let vote = poll.ballots[.me] ?? []
                    evidence.check(
                        .answers,
                        wishes.contains(vote),
                        "the user's vote in \(message) is \(vote), none of \(wishes.sorted { $0.count < $1.count })"
                    )
                }
                if ends.contains(message) {
                    evidence.check(.answers, poll.isEnded, "the user ended \(message), and it goes on")
                }
            }
        }
    }

    private static func text(_ votes: [Author: [String]]) -> String {
        votes.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", ")
    }
}
