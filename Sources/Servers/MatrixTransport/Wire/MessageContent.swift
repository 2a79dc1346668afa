import ChatTypes
import JSONKit

extension RoomEvent {
    /// The types of events that are messages. A reaction is none: it does not make a chat unread.
    static let shownTypes =
        [
            "m.room.message", "m.room.encrypted", "m.sticker",
        ] + pollTypes

    /// Whether it has a position: a message, or an event that is shown as a line.
    var isShown: Bool { isMessage || line != nil && id.rawValue.isUsableID }

    /// Whether a person wrote it to be read.
    var isMessage: Bool {
        stateKey == nil && replaced == nil && id.rawValue.isUsableID && !isVerification
            && (Self.shownTypes.contains(type) || isUnknownMention)
    }

    /// Whether it is of a type that is not known here and mentions somebody, who may be told of it.
    private var isUnknownMention: Bool {
        guard let mentions = content?["m.mentions"], !Self.silentTypes.contains(type), !Self.lineTypes.contains(type)
        else { return false }
        return RoomEvent.replaced(in: content) == nil
            && (mentions["room"]?.bool == true || mentions["user_ids"]?.elements.isEmpty == false)
    }

    private static let silentTypes = [reactionType, redactionType] + voteTypes

    /// Whether the message was deleted, so that its content is gone.
    ///
    /// A state event may be empty for other reasons.
    var isDeleted: Bool {
        stateKey == nil ? isEmpty : source["unsigned"]?["redacted_because"] != nil
    }

    /// Whether a program says it, to which nobody needs to react (`m.notice`).
    var isNotice: Bool { type == "m.room.message" && content?["msgtype"]?.string == "m.notice" }

    /// The text or caption of the message, and its number of images.
    var shown: ShownContent {
        reading.placeholder.map { ShownContent($0) } ?? messageContent.shown
    }

    var messageContent: MessageContent {
        MessageContent(type: type, content: content, isReply: relation?["m.in_reply_to"] != nil)
    }
}

/// The text or caption of a message with its formats, and its number of images.
struct ShownContent {
    let formatted: FormattedText
    let imageCount: Int

    var text: String { formatted.text }

    init(_ text: String, imageCount: Int = 0) { self.init(FormattedText(text), imageCount: imageCount) }

    init(_ formatted: FormattedText, imageCount: Int = 0) {
        (self.formatted, self.imageCount) = (formatted, imageCount)
    }
}

/// The content of an event that is shown as a message.
struct MessageContent {
    let type: String
    let content: JSONValue?
    /// Whether it answers another message, so that older clients put a quote before it.
    var isReply = false

    var shown: ShownContent {
        if content?.isEmptyObject ?? true { return ShownContent("") }
        return switch type {
        case "m.room.encrypted": ShownContent("Encrypted message: it cannot be read here")
        case "m.sticker": ShownContent("Sticker: \(body)", imageCount: 1)
        case _ where RoomEvent.pollTypes.contains(type): ShownContent(poll?.text ?? "Message of an unknown kind (poll)")
        default: message
        }
    }

    private var message: ShownContent {
        let isText = ["m.text", "m.notice", "m.emote"].contains(messageKind)
        if isText, content?["body"]?.string != nil, formatted.text.isEmpty { return ShownContent("Empty message") }
        switch messageKind {
        case "m.emote": return ShownContent(TypedText.emote(formatted))
        case "m.image": return ShownContent(caption, imageCount: 1)
        case "m.file", "m.audio", "m.video": return ShownContent(caption, imageCount: file?.isPicture == true ? 1 : 0)
        case "m.location":
            let place = ["Location: \(body)", content?["geo_uri"]?.string].compactMap(\.self)
            return ShownContent(place.joined(separator: "\n"))
        case let kind:
            let shown = formatted
            if !shown.text.isEmpty { return ShownContent(shown) }
            let named = type == "m.room.message" ? kind : type
            let name = named.map { " (\($0.cut(toBytes: 100)))" } ?? ""
            return ShownContent("Message of an unknown kind\(name)")
        }
    }

    /// The kinds of messages that an edit does not turn into each other.
    enum Kind: Int64 {
        case text = 1
        case file, place, sticker, other

        /// Whether two kinds are the same, as far as both are known.
        static func areAlike(_ one: Self?, _ other: Self?) -> Bool { one == nil || other == nil || one == other }
    }

    /// The kind of the message, for its edits.
    var kind: Kind {
        switch (type, messageKind) {
        case ("m.sticker", _): .sticker
        case ("m.room.message", "m.location"): .place
        case ("m.room.message", let kind?) where Self.fileKinds.contains(kind): .file
        case ("m.room.message", _): .text
        default: .other
        }
    }

    /// Whether there is a text to show, if only an empty one.
    var hasText: Bool { kind == .other || content?["body"]?.string != nil || !formatted.text.isEmpty }

    var messageKind: String? { content?["msgtype"]?.string }
    /// The text without formats, and without the quote before a reply.
    var body: String {
        guard let body = content?["body"]?.string else { return "" }
        return isReply ? Self.withoutQuote(body) : body
    }

    static let htmlFormat = "org.matrix.custom.html"

    /// The text with its formats. If the plain text is the Markdown of the HTML beside it, it stays as it was typed.
    var formatted: FormattedText {
        guard content?["format"]?.string == Self.htmlFormat, let html = content?["formatted_body"]?.string else {
            return FormattedText(body)
        }
        let read = HTMLReader.read(html)
        if read.text.isEmpty || read.spans.isEmpty && Self.differByBlanks(read.text, body) {
            return FormattedText(body)
        }
        let typed = FormattedText(body, TypedText.spans(of: body))
        return HTMLReader.read(HTMLWriter.write(typed.withoutMarkup)) == read ? typed : read
    }

    /// Whether two texts have the same words: HTML without formats has lost the line ends of the plain text.
    private static func differByBlanks(_ one: String, _ other: String) -> Bool {
        one.split(whereSeparator: \.isWhitespace) == other.split(whereSeparator: \.isWhitespace)
    }
}
