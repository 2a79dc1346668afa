import ChatTypes
import JSONKit

/// The account data of a room that other clients follow, too: tags and `m.marked_unread` (specification 1.18).
enum RoomMarks {
    static let tagType = "m.tag"
    static let unreadType = "m.marked_unread"
    /// The name of `unreadType` before it was in the specification.
    static let formerUnreadType = "com.famedly.marked_unread"
    static let types = [tagType, unreadType, formerUnreadType]

    /// Returns the marks in events of a room's account data; the last event of a type counts. Ignores events without a usable content.
    static func read(_ events: JSONValue?) -> [ChatMark: Bool] {
        var marks: [ChatMark: Bool] = [:]
        var isStable = false
        for event in events?.elements ?? [] {
            let content = event["content"]
            switch event["type"]?.string {
            case tagType: if let tags = content?["tags"] { marks[.favourite] = tags["m.favourite"] != nil }
            case unreadType:
                guard let isSet = content?["unread"]?.bool else { continue }
                (marks[.unread], isStable) = (isSet, true)
            case formerUnreadType where !isStable: if let isSet = content?["unread"]?.bool { marks[.unread] = isSet }
            default: break
            }
        }
        return marks
    }
}
