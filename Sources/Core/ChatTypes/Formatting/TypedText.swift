/// A text as the user types it, with the formats that it asks for.
public enum TypedText {
    /// The word that makes an emote of the text behind it.
    public static let emoteCommand = "/me "
    /// The beginning of an emote's plain text.
    package static let emoteMark = "* "

    /// Whether a line begins as a command does: with one slash. Two stand for a text that begins with one.
    public static func beginsAsCommand(_ line: some StringProtocol) -> Bool {
        line.hasPrefix("/") && !line.hasPrefix("//")
    }

    /// Returns the text to send: with the spans of its Markdown, and as an emote if it begins with `/me`.
    ///
    /// Cost: linear in the text. A text with more formats than `Limits.spans` is plain.
    public static func read(_ typed: String, withMarkdown: Bool = true) -> FormattedText {
        let said = typed.hasPrefix(emoteCommand) ? String(typed.dropFirst(emoteCommand.count)) : typed
        let isEmote = typed.hasPrefix(emoteCommand) && !said.allSatisfy(\.isWhitespace)
        guard isEmote else { return FormattedText(typed, withMarkdown ? MarkdownParser.spans(of: typed) : []) }
        return emote(FormattedText(said, withMarkdown ? MarkdownParser.spans(of: said) : []))
    }

    /// Returns the spans of the Markdown in a text.
    package static func spans(of text: String) -> [TextSpan] { MarkdownParser.spans(of: text) }

    /// Returns the text that the user would type for a message of theirs, to change it.
    public static func typed(_ message: FormattedText) -> String {
        guard message.isEmote, message.text.hasPrefix(emoteMark) else { return message.text }
        return emoteCommand + message.text.dropFirst(emoteMark.count)
    }

    /// Returns the text of an emote: what the author does, behind a star.
    package static func emote(_ said: FormattedText) -> FormattedText {
        let length = emoteMark.utf8.count
        let moved = said.spans.map { TextSpan($0.kind, start: $0.start + length, length: $0.length) }
        return FormattedText(emoteMark + said.text, [TextSpan(.emote, start: 0, length: length)] + moved)
    }
}
