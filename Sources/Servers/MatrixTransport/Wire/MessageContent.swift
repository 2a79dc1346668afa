import ChatTypes
import JSONKit

extension RoomEvent {
    /// The types of events that are shown as messages and have positions. A reaction is none: it does not make a chat unread.
    static let shownTypes = [
        "m.room.message", "m.room.encrypted", "m.sticker", "m.poll.start", "org.matrix.msc3381.poll.start",
    ]

    var isShown: Bool {
        stateKey == nil && replaced == nil && id.rawValue.isUsableID && Self.shownTypes.contains(type)
    }

    /// Whether the message was deleted, so that its content is gone.
    var isDeleted: Bool { content?.isEmptyObject ?? true }

    /// Whether a program says it, to which nobody needs to react (`m.notice`).
    var isNotice: Bool { type == "m.room.message" && content?["msgtype"]?.string == "m.notice" }

    /// The text or caption of the message, and its number of images.
    var shown: (text: String, imageCount: Int) {
        obstacle.map { ($0.text, 0) } ?? MessageContent(type: type, content: content).shown
    }
}

/// The content of an event that is shown as a message.
struct MessageContent {
    let type: String
    let content: JSONValue?

    var shown: (text: String, imageCount: Int) {
        if content?.isEmptyObject ?? true { return ("", 0) }
        return switch type {
        case "m.room.encrypted": ("Encrypted message: it cannot be read here", 0)
        case "m.sticker": ("Sticker: \(body)", 1)
        case "m.poll.start", "org.matrix.msc3381.poll.start": (poll, 0)
        default: message
        }
    }

    private var message: (text: String, imageCount: Int) {
        switch messageKind {
        case "m.emote": return ("* \(body)", 0)
        case "m.image": return (caption ?? "", 1)
        case "m.file", "m.audio", "m.video": return (caption ?? "", file?.isPicture == true ? 1 : 0)
        case "m.location":
            return (["Location: \(body)", content?["geo_uri"]?.string].compactMap(\.self).joined(separator: "\n"), 0)
        case "m.text" where body.isEmpty && content?["body"]?.string != nil: return ("Empty message", 0)
        case nil: return (body.isEmpty ? "Message of an unknown kind" : body, 0)
        case let kind?: return (body.isEmpty ? "Message of an unknown kind (\(kind.cut(toBytes: 100)))" : body, 0)
        }
    }

    private var isReply: Bool { content?["m.relates_to"]?["m.in_reply_to"] != nil }

    var messageKind: String? { content?["msgtype"]?.string }
    /// The text without formatting; of a message that has formatted text only, the text of that.
    var body: String {
        if let body = content?["body"]?.string, !body.isEmpty { return isReply ? Self.withoutQuote(body) : body }
        guard content?["format"]?.string == "org.matrix.custom.html" else { return "" }
        return content?["formatted_body"]?.string.map { HTMLText.plain(Self.withoutQuote(html: $0)) } ?? ""
    }

    /// The question and the first 20 answers of a poll.
    private var poll: String {
        let poll = content?["m.poll"] ?? content?["org.matrix.msc3381.poll.start"]
        let question = poll?["question"].map(Self.pollText) ?? ""
        let answers = poll?["answers"]?.elements.prefix(20).map { "- \(Self.pollText($0))" } ?? []
        return (["Poll: \(question)"] + answers).joined(separator: "\n")
    }

    private static func pollText(_ json: JSONValue) -> String {
        json["m.text"]?.elements.first?["body"]?.string ?? json["org.matrix.msc1767.text"]?.string ?? json["body"]?
            .string
            ?? ""
    }
}
