import ChatTypes
import SQLiteKit

extension ChatReader {
    /// Returns all reactions to a message in order of first use, those that the server has not numbered last.
    ///
    /// - Parameter contact: the name of the other person between two.
    func reactions(to message: MessageID, in chat: Int64, contact: String) throws -> [MessageReaction] {
        var (found, places) = ([ReactionCount](), [[UInt8]: Int]())
        try connection.forEach(
            """
            SELECT r.text, r.mine, r.sender, s.shown
            FROM reaction r LEFT JOIN member s ON s.chat = r.chat AND s.id = r.sender AND r.mine = 0
            WHERE r.chat = ? AND r.message = ? AND r.is_set = 1 AND r.waits = 0
            ORDER BY r.number = 0, r.number, r.mine DESC, r.sender, r.text
            """,
            chat,
            message.stored
        ) { row in
            let text = row.text(0)
            let name = row.flag(1) ? nil : [row.text(3), row.text(2)].first { !$0.isEmpty } ?? contact
            // By bytes: two texts that look the same are two reactions.
            let place = places[Array(text.utf8), default: found.count]
            if place == found.count {
                places[Array(text.utf8)] = place
                found.append(ReactionCount(text: text))
            }
            found[place].add(name)
        }
        return found.map { MessageReaction(text: $0.text, count: $0.count, isMine: $0.isMine, names: $0.names) }
    }
}

/// The people who reacted with one text, while they are counted.
private struct ReactionCount {
    let text: String
    var count = 0
    var isMine = false
    var names: [String] = []

    /// Counts a person; nil stands for the user.
    mutating func add(_ name: String?) {
        count += 1
        if let name {
            if names.count < Limits.reactionNames { names.append(name) }
        } else {
            isMine = true
        }
    }
}
