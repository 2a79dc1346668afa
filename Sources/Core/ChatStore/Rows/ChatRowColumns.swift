import SQLiteKit

/// The columns of a chat `c` for a writer.
struct ChatRowColumns: Sendable {
    let key, contact, name, activity, unread, mentions, myMarker, theirMarker, readAll, top, mainTop, hasThreads: Int32
    let hasWaiting, highestMissing, awaitsReceipts, awaitsAnnotations, isGroup, isOver, people, members: Int32
    let owesReceipt: Int32
    let notifications: NotificationColumns

    init(_ list: inout ColumnList) {
        key = list.add("c.key")
        contact = list.add("c.contact")
        name = list.add("c.name")
        activity = list.add("c.activity")
        unread = list.add("c.unread")
        mentions = list.add("c.mentions")
        myMarker = list.add("c.my_marker")
        theirMarker = list.add("c.their_marker")
        readAll = list.add("c.read_all")
        top = list.add("(SELECT max(place) FROM message WHERE chat = c.key AND waits = 0)")
        mainTop = list.add(
            """
            (SELECT max(place) FROM message INDEXED BY message_by_thread
                WHERE chat = c.key AND thread IS NULL AND waits = 0)
            """
        )
        hasThreads = list.add("EXISTS (SELECT 1 FROM thread WHERE chat = c.key)")
        hasWaiting = list.add(
            """
            EXISTS (SELECT 1 FROM message INDEXED BY message_to_send
                WHERE chat = c.key AND waits = 2 AND failure IS NULL)
                OR EXISTS (SELECT 1 FROM message WHERE chat = c.key AND waits = 1)
            """
        )
        highestMissing = list.add("(SELECT max(predecessor) FROM gap WHERE chat = c.key)")
        awaitsReceipts = list.add("EXISTS (SELECT 1 FROM awaited_receipt WHERE chat = c.key)")
        awaitsAnnotations = list.add(
            """
            EXISTS (SELECT 1 FROM annotation WHERE chat = c.key)
                OR EXISTS (SELECT 1 FROM reaction WHERE chat = c.key AND waits = 1)
                OR EXISTS (SELECT 1 FROM vote WHERE chat = c.key AND waits = 1)
            """
        )
        notifications = NotificationColumns(&list)
        isGroup = list.add("c.is_group")
        isOver = list.add("c.state IN ('left', 'removed', 'banned')")
        people = list.add("c.people")
        members = list.add("c.members")
        owesReceipt = list.add(
            """
            c.receipt_due IS NOT NULL OR c.receipt_all_due IS NOT NULL OR EXISTS (SELECT 1
                FROM thread INDEXED BY thread_with_receipt_due WHERE chat = c.key AND receipt_due IS NOT NULL)
            """
        )
    }
}
