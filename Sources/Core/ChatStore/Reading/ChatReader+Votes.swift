public import ChatTypes
import SQLiteKit

extension ChatReader {
    /// Returns a poll with its votes, of which the user's own is the one that is on its way, if there is one. Equal votes are counted by
    /// SQLite.
    func counted(_ poll: Poll, of message: MessageID, in chat: Int64, isEnded: Bool) throws -> ChatPoll {
        let votes = try connection.rows(
            """
            WITH waiting(answers) AS (SELECT text FROM annotation
                WHERE chat = ?1 AND message = ?2 AND mine = 1 AND kind = 'vote' AND id IS NOT NULL)
            SELECT answers, count(*), mine FROM (
                SELECT answers, mine FROM vote
                WHERE chat = ?1 AND message = ?2 AND waits = 0 AND (mine = 0 OR NOT EXISTS (SELECT 1 FROM waiting))
                UNION ALL SELECT answers, 1 FROM waiting)
            GROUP BY answers, mine
            """,
            chat,
            message.stored
        ) { row in (answers: Poll.vote(row, 0), count: row.count(1), isMine: row.flag(2)) }
        return ChatPoll(poll, votes: votes, isEnded: isEnded)
    }

    /// Returns the poll that a stored message asks; nil if it asks none. Throws `SQLiteError`. Cost: constant.
    public func poll(of message: MessageID, in chat: ChatID) throws -> Poll? {
        try connection.first(
            "SELECT poll FROM message WHERE chat = (SELECT key FROM chat WHERE id = ?) AND id = ?",
            chat.stored,
            message.stored
        ) { Poll($0, 0) } ?? nil
    }
}
