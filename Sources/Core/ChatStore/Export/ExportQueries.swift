import SQLiteKit

/// The columns of a chat `c` in an export.
struct ChatRecordColumns: Sendable {
    let id, contact, name, created, myMarker, theirMarker, readAll, draft, isGroup, modeIsDue: Int32
    let notifications: NotificationColumns
    let marks: MarkColumns
    let standing: StandingColumns
    /// The highest position.
    let top: Int32

    init(_ list: inout ColumnList) {
        id = list.add("c.id")
        contact = list.add("c.contact")
        name = list.add("c.name")
        created = list.add("c.created")
        myMarker = list.add("c.my_marker")
        theirMarker = list.add("c.their_marker")
        readAll = list.add("c.read_all")
        draft = list.add("c.draft")
        isGroup = list.add("c.is_group")
        modeIsDue = list.add("c.mute_due")
        notifications = NotificationColumns(&list)
        marks = MarkColumns(&list)
        standing = StandingColumns(&list)
        top = list.add("(SELECT max(place) FROM message WHERE chat = c.key AND waits = 0)")
    }
}

/// The columns of a member in an export.
struct MemberRecordColumns: Sendable {
    let id, name, isMember, since, number, marker, role: Int32

    init(_ list: inout ColumnList) {
        id = list.add("id")
        name = list.add("name")
        isMember = list.add("is_member")
        since = list.add("since")
        number = list.add("number")
        marker = list.add("marker")
        role = list.add("role")
    }
}

/// The columns of a message `m` in an export, with its waiting edit `e` and the gap `g` before it.
struct ExportColumns: Sendable {
    let id: Int32
    let author: AuthorColumns
    let text, spans, images: Int32
    let attachment: AttachmentColumns
    let time, waits, place, failure, predecessor, cursor, removed, edit: Int32
    let waitingEdit, oldText, oldSpans, oldNumber: Int32
    let quiet, mention, event, answers, hasReactions, warning, thread, poll, pollEnd: Int32

    /// Lists the columns of a sent message.
    init(_ list: inout ColumnList) { self.init(&list, asWaiting: false) }

    /// Lists the columns of a message as it was while it waited, though it may have been sent since.
    static func waiting(_ list: inout ColumnList) -> Self { Self(&list, asWaiting: true) }

    private init(_ list: inout ColumnList, asWaiting isWaiting: Bool) {
        id = list.add("m.id")
        author = AuthorColumns(&list)
        text = list.add("m.text")
        spans = list.add("m.spans")
        images = list.add("m.images")
        attachment = AttachmentColumns(&list)
        time = list.add("m.time")
        waits = list.add(isWaiting ? "1" : "m.waits")
        place = list.add(isWaiting ? "0" : "m.place")
        // A sent message's failure would be read as the reason why it was not sent.
        failure = list.add(isWaiting ? "CASE m.waits WHEN 2 THEN m.failure END" : "m.failure")
        predecessor = list.add(isWaiting ? "NULL" : "g.predecessor")
        cursor = list.add(isWaiting ? "NULL" : "g.cursor")
        removed = list.add("m.removed")
        edit = list.add("m.edit")
        waitingEdit = list.add("e.id")
        oldText = list.add("e.text")
        oldSpans = list.add("e.spans")
        oldNumber = list.add("e.number")
        quiet = list.add("m.quiet")
        mention = list.add("m.mention")
        event = list.add("m.event")
        warning = list.add("m.warning")
        answers = list.add("m.answers")
        thread = list.add("m.thread")
        (poll, pollEnd) = (list.add("m.poll"), list.add("m.poll_end"))
        hasReactions = list.add("EXISTS (SELECT 1 FROM reaction WHERE chat = m.chat AND message = m.id)")
    }
}

/// The queries of an export.
enum ExportQueries {
    static let chat = Query(ChatRecordColumns.init) { "SELECT \($0) FROM chat c WHERE c.key = ?" }

    /// The user as a member. Without a number, the row says nothing.
    static let user = Query(MemberRecordColumns.init) {
        "SELECT \($0) FROM member WHERE chat = ? AND id = '' AND number > 0"
    }

    static let members = Query(MemberRecordColumns.init) {
        "SELECT \($0) FROM member WHERE chat = ? AND id > ? ORDER BY id LIMIT ?"
    }

    static let sent = Query(ExportColumns.init) { columns in
        """
        SELECT \(columns) FROM message m LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.place \(waitingEdits)
        WHERE m.chat = ? AND m.waits = 0 AND m.place BETWEEN ? AND ? ORDER BY m.place LIMIT ?
        """
    }

    static let waiting = Query(ExportColumns.waiting) { columns in
        "SELECT \(columns) FROM message m \(waitingEdits) WHERE m.chat = ? AND m.id = ?"
    }

    private static let waitingEdits = """
        LEFT JOIN annotation e
            ON e.chat = m.chat AND e.message = m.id AND e.mine = m.mine AND e.kind = 'edit' AND e.id IS NOT NULL
        """
}
