import ChatTypes
import JSONKit
import SQLiteKit

/// Threads: messages that belong to another, the root of their thread.
extension LedgerTables {
    /// Returns an update with the homeserver's counts: of its room, and of the room's threads, under the messages that their roots are in
    /// the history. Every update with counts is made here, since one without those of threads would leave theirs as they were.
    func counted(_ update: ChatUpdate, by counts: RoomCounts?, in room: Int64) throws -> ChatUpdate {
        guard let counts else { return update }
        var update = update
        (update.unreadCount, update.mentionCount) = (counts.unread, counts.mentions)
        update.threadCounts = try counts.threads.map { count in
            ThreadCount(
                root: try message(of: count.root, in: room),
                unread: count.unread,
                mentions: count.mentions
            )
        }
        return update
    }

    /// Stores the newest of some events, to which a receipt leads: of all, of those outside threads, and of each thread.
    ///
    /// An event about a message of a thread is in the thread. An unknown event counts as outside.
    func noteLast(of timeline: [RoomEvent], in room: Int64) throws {
        let events = timeline.filter { !$0.isOld && $0.id.rawValue.isUsableID }
        guard let last = events.last else { return }
        var (main, threads) = (MessageID?.none, [MessageID: MessageID]())
        for event in events {
            if let root = try thread(of: event, in: room) { threads[root] = event.id } else { main = event.id }
        }
        try rooms.setLastEvent(last.id, main: main, of: room)
        for (root, event) in threads { try self.events.setLast(event, of: root, in: room) }
    }

    private func thread(of event: RoomEvent, in room: Int64) throws -> MessageID? {
        if let root = event.thread { return root }
        guard let related = event.relation?["event_id"]?.string, related.isUsableID else { return nil }
        return try events.thread(of: MessageID(related), in: room)
    }

    /// Returns the root of a thread as an event, and the thread's newest event; the latter is the root if no answer is known. Nil for a root
    /// that the homeserver has not confirmed.
    func thread(_ root: MessageID, in chat: ChatID) throws -> (root: MessageID, newest: MessageID)? {
        guard let root = try event(of: root, in: chat) else { return nil }
        guard let room = try rooms.room(chat)?.key else { return (root, root) }
        return (root, try events.newestAnswer(to: root, in: room) ?? root)
    }
}

extension EventTable {
    /// Returns the newest event of a thread; nil if none is known.
    func newestAnswer(to root: MessageID, in room: Int64) throws -> MessageID? {
        try connection.first(
            "SELECT id FROM event WHERE room = ? AND thread = ? ORDER BY position DESC LIMIT 1",
            room,
            root.rawValue
        ) { MessageID($0.text(0)) }
    }

    func setLast(_ event: MessageID, of root: MessageID, in room: Int64) throws {
        try connection.run(
            "INSERT OR REPLACE INTO thread_last(room, root, event) VALUES (?, ?, ?)",
            room,
            root.rawValue,
            event.rawValue
        )
    }

    /// Returns the event up to which a thread is read with an answer: the newest one of any type if no other answer follows.
    func lastEvent(readWith answer: MessageID, of root: MessageID, in room: Int64) throws -> MessageID {
        guard try newestAnswer(to: root, in: room) == answer else { return answer }
        return try connection.first(
            "SELECT event FROM thread_last WHERE room = ? AND root = ?",
            room,
            root.rawValue
        ) { MessageID($0.text(0)) } ?? answer
    }
}
