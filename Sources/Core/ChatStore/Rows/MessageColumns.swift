import ChatTypes
import Foundation
import SQLiteKit

/// The columns of a message `m` that name its author; its sender's row is `s`.
struct AuthorColumns: Sendable {
    let mine, sender: Int32

    init(_ list: inout ColumnList) {
        mine = list.add("m.mine")
        sender = list.add("m.sender")
    }
}

extension Row {
    func author(_ columns: AuthorColumns) -> Author { author(mine: columns.mine, sender: columns.sender) }
}

extension ColumnList {
    /// Adds the name of a message's sender in its group, as it is shown there: the ID if no name is known.
    mutating func addSenderName() -> Int32 { add("coalesce(s.shown, m.sender)") }
}

/// The columns of a message `m` that are its file.
struct AttachmentColumns: Sendable {
    let id, name, type, byteCount: Int32
    /// The column of the stated width and height; nil if the query does not read them.
    let pixels: Int32?

    init(_ list: inout ColumnList) {
        id = list.add("m.file")
        name = list.add("m.file_name")
        type = list.add("m.file_type")
        byteCount = list.add("m.file_size")
        pixels = list.add("m.file_pixels")
    }

    /// The columns `file`, `file_name`, `file_type` and `file_size` of a query that lists them from this column on.
    init(at column: Int32, pixels: Int32? = nil) {
        (id, name, type, byteCount) = (column, column + 1, column + 2, column + 3)
        self.pixels = pixels
    }
}

extension Row {
    /// Returns an attachment; nil without one.
    func attachment(_ columns: AttachmentColumns) -> AttachedFile? {
        guard !isNull(columns.name) else { return nil }
        return AttachedFile(
            id: identifier(columns.id),
            name: text(columns.name),
            type: text(columns.type),
            byteCount: integer(columns.byteCount),
            pixels: columns.pixels.flatMap { isNull($0) ? nil : PixelSize(stored: integer($0)) }
        ).bounded()
    }
}

extension PixelSize {
    /// The size in a column: the width times 65,536, and the height.
    var stored: Int64 { Int64(width) << 16 | Int64(height) }

    /// Nil for a number that stands for no size.
    init?(stored: Int64) { self.init(width: stored >> 16, height: stored & 0xFFFF) }
}

/// The columns of a message `m` in a line about it elsewhere, such as a reply; its sender's row is `s`.
struct PreviewColumns: Sendable {
    let author: AuthorColumns
    let senderName, text, spans, images, fileName, removed, warning: Int32

    init(_ list: inout ColumnList) {
        author = AuthorColumns(&list)
        senderName = list.addSenderName()
        text = list.add("m.text")
        spans = list.add("m.spans")
        images = list.add("m.images")
        fileName = list.add("m.file_name")
        warning = list.add("m.warning")
        removed = list.add("m.removed")
    }
}

extension Row {
    /// Returns a line about a message, from the beginning of its text.
    func previewText(_ columns: PreviewColumns, upTo limit: Int) -> String {
        ChatTypes.previewText(
            of: preview(columns.text, spans: columns.spans, upTo: limit),
            imageCount: count(columns.images),
            fileName: fileName(columns),
            isDeleted: flag(columns.removed)
        )
    }

    /// Returns the name of a message's file; nil without one.
    func fileName(_ columns: PreviewColumns) -> String? {
        isNull(columns.fileName) ? nil : text(columns.fileName, upTo: Limits.fileNameBytes)
    }
}

/// The columns of a message `m` in a timeline; its sender's row is `s`, and `g` is the gap before it.
struct MessageColumns: Sendable {
    let id, text, spans, images, time, waits, place, failure, followsGap, removed, edit: Int32
    let author: AuthorColumns
    let senderName: Int32
    let attachment: AttachmentColumns
    let quiet, hasReactions, answers, event, mention, warning, thread, hasThread, pinned, poll, pollEnd: Int32

    /// Lists the columns. With `isOfPart`, a row follows a gap if messages are missing between it and the row before it in its thread, or
    /// outside threads; else if they are missing right before it.
    init(_ list: inout ColumnList, isOfPart: Bool) {
        id = list.add("m.id")
        author = AuthorColumns(&list)
        senderName = list.addSenderName()
        text = list.add("m.text")
        spans = list.add("m.spans")
        images = list.add("m.images")
        attachment = AttachmentColumns(&list)
        time = list.add("m.time")
        waits = list.add("m.waits")
        place = list.add("m.place")
        failure = list.add("m.failure")
        followsGap = list.add(isOfPart ? Self.followsGapOfPart : "g.position IS NOT NULL")
        removed = list.add("m.removed")
        edit = list.add("m.edit")
        quiet = list.add("m.quiet")
        hasReactions = list.add(
            "EXISTS (SELECT 1 FROM reaction WHERE chat = m.chat AND message = m.id AND is_set = 1)"
        )
        answers = list.add("m.answers")
        event = list.add("m.event")
        mention = list.add("m.mention")
        warning = list.add("m.warning")
        thread = list.add("m.thread")
        hasThread = list.add("EXISTS (SELECT 1 FROM thread WHERE chat = m.chat AND root = m.id)")
        pinned = list.add("EXISTS (SELECT 1 FROM pin WHERE chat = m.chat AND message = m.id)")
        (poll, pollEnd) = (list.add("m.poll"), list.add("m.poll_end"))
    }

    init(_ list: inout ColumnList) { self.init(&list, isOfPart: false) }

    static func ofPart(_ list: inout ColumnList) -> Self { Self(&list, isOfPart: true) }

    /// Before the first answer of a thread stands its root.
    private static var followsGapOfPart: StaticString {
        """
        m.waits = 0 AND EXISTS (SELECT 1 FROM gap WHERE gap.chat = m.chat AND gap.position <= m.place AND gap.position > coalesce(
            (SELECT max(p.place) FROM message p INDEXED BY message_by_thread
                WHERE p.chat = m.chat AND p.thread IS m.thread AND p.waits = 0 AND p.place < m.place),
            (SELECT r.place FROM message r WHERE r.chat = m.chat AND r.id = m.thread AND r.waits = 0),
            -9223372036854775808))
        """
    }
}

extension ChatMessage {
    /// - Parameters:
    ///   - marker: how far the user has read.
    ///   - theirs: how far the contact has read, or all members of a group.
    init(row: borrowing Row, _ columns: MessageColumns, readUpTo marker: Int64?, byOthersUpTo theirs: Int64?) {
        let position = row.flag(columns.waits) ? nil : row.integer(columns.place)
        // A message in the outbox was not sent; of all else a change was not.
        let isInOutbox = row.integer(columns.waits) == 2
        let isDeleted = row.flag(columns.removed)
        let author = row.author(columns.author)
        let delivery: Delivery
        if author != .me {
            delivery = .received
        } else if let position {
            delivery = theirs.map { position <= $0 } ?? false ? .read : .sent
        } else if isInOutbox {
            delivery = row.optionalText(columns.failure).map { .failed(reason: $0) } ?? .sending
        } else {
            delivery = .sent
        }
        let isAfterMarker = position.map { position in marker.map { $0 < position } ?? true } ?? false
        let text = row.text(columns.text)
        let edit = row.integer(columns.edit)
        self.init(
            id: row.identifier(columns.id),
            author: author,
            senderName: row.optionalText(columns.senderName),
            text: text,
            spans: row.spans(columns.spans, of: text),
            imageCount: row.count(columns.images),
            attachment: row.attachment(columns.attachment),
            inThread: row.isNull(columns.thread) ? nil : row.identifier(columns.thread),
            event: row.optionalText(columns.event).flatMap(ChatEvent.init(rawValue:)),
            isDeleted: isDeleted,
            isEdited: edit > 0,
            isPlaceholder: edit == Message.placeholderNumber,
            editFailure: isInOutbox ? nil : row.optionalText(columns.failure),
            time: Date(milliseconds: row.integer(columns.time)),
            position: position.map(Position.init(_:)),
            delivery: delivery,
            followsGap: row.flag(columns.followsGap),
            isUnread: delivery == .received && !isDeleted && !row.flag(columns.quiet) && isAfterMarker,
            mentionsMe: row.flag(columns.mention),
            isPinned: row.flag(columns.pinned),
            senderWarning: SenderWarning(row, columns.warning)
        )
    }
}
