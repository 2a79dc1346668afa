import ChatTypes
import Foundation
import SQLiteKit

extension ChatMessage {
    /// - Parameters:
    ///   - marker: how far the user has read.
    ///   - theirs: how far the contact has read, or all members of a group.
    init(row: borrowing Row, readUpTo marker: Int64?, byOthersUpTo theirs: Int64?) {
        let position = row.flag(5) ? nil : row.integer(6)
        // A message in the outbox was not sent; of all else a change was not.
        let isInOutbox = row.integer(5) == 2
        let isDeleted = row.flag(9)
        let delivery: Delivery
        if !row.flag(1) {
            delivery = .received
        } else if let position {
            delivery = theirs.map { position <= $0 } ?? false ? .read : .sent
        } else if isInOutbox {
            delivery = row.optionalText(7).map { .failed(reason: $0) } ?? .sending
        } else {
            delivery = .sent
        }
        let isAfterMarker = position.map { position in marker.map { $0 < position } ?? true } ?? false
        let text = row.text(2)
        self.init(
            id: row.identifier(0),
            author: row.author(mine: 1, sender: 11),
            senderName: row.optionalText(12),
            text: text,
            spans: row.spans(18, of: text),
            imageCount: row.count(3),
            attachment: row.attachment(at: 13),
            event: row.optionalText(21).flatMap(ChatEvent.init(rawValue:)),
            isDeleted: isDeleted,
            isEdited: row.integer(10) > 0,
            isPlaceholder: row.integer(10) == Message.placeholderNumber,
            editFailure: isInOutbox ? nil : row.optionalText(7),
            time: Date(milliseconds: row.integer(4)),
            position: position.map(Position.init(_:)),
            delivery: delivery,
            followsGap: row.flag(8),
            isUnread: delivery == .received && !isDeleted && !row.flag(17) && isAfterMarker,
            mentionsMe: row.flag(22),
            senderWarning: SenderWarning(row, 23)
        )
    }
}
