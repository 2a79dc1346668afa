import ChatTypes
import HostKit

/// The text in every input field, and the kill ring that the fields share.
struct Composer: Sendable {
    /// An input field. Each one keeps its text while another is shown.
    enum Field: Hashable, Sendable {
        /// Commands on a screen, about a chat if the screen is.
        case command(KeyScreen, ChatID?)
        /// A text that determines the rows of a screen.
        case text(KeyScreen)
        /// A message.
        case chat(ChatID)
        /// An answer in a thread.
        case thread(ChatID, MessageID)
        /// A message that is edited.
        case edit(ChatID, MessageID)
        /// The text to find in a chat.
        case find(ChatID)
        /// A reaction to a message.
        case answer(ChatID, Answer)
    }

    private var editors: [Field: TextEditor] = [:]
    /// The texts of messages that edits began with.
    private var originals: [Field: String] = [:]
    private var kills = KillRing()

    /// The text of a field with its cursor.
    func buffer(of field: Field) -> EditBuffer { editor(of: field).buffer }

    func text(of field: Field) -> String { editors[field]?.buffer.text ?? "" }

    func isEmpty(_ field: Field) -> Bool { editors[field]?.buffer.isEmpty ?? true }

    /// Whether a field holds a text that the user typed; that of an edit may still be the message's own.
    func hasTyped(in field: Field) -> Bool { !isEmpty(field) && text(of: field) != originals[field] }

    /// Whether a chat has an unsent text, also a reply or an edit that was begun; nil if none of its fields was used yet.
    func hasDraft(in chat: ChatID) -> Bool? {
        let fields = editors.keys.filter { $0.draftedChat == chat }
        return fields.isEmpty ? nil : fields.contains { hasTyped(in: $0) }
    }

    /// The messages of a chat with a reply or an edit that was begun.
    func begunMessages(in chat: ChatID) -> Set<MessageID> {
        Set(editors.keys.compactMap { $0.draftedChat == chat && hasTyped(in: $0) ? $0.draftedMessage : nil })
    }

    /// Puts the text of a message into the field of its edit. An edit in which the user has typed goes on.
    mutating func beginEdit(of text: String, in field: Field) {
        if hasTyped(in: field) { return }
        set(text, in: field)
        originals[field] = text
    }

    /// Edits the text of a field.
    ///
    /// - Returns: the new draft; nil if the draft is the same as before.
    /// - Throws: `TextTooLong`; the text is unchanged then.
    mutating func edit(_ field: Field, by command: EditCommand) throws(TextTooLong) -> String? {
        try change(field) { editor throws(TextTooLong) in try editor.perform(command) }
    }

    /// Completes the word before the cursor, or inserts the next completion.
    ///
    /// - Returns: the new draft; nil if the draft is the same as before.
    /// - Throws: `TextTooLong`; the text is unchanged then.
    mutating func complete(
        _ field: Field,
        from table: CompletionTable,
        on screen: KeyScreen,
        isBackward: Bool
    ) throws(TextTooLong) -> String? {
        try change(field) { editor throws(TextTooLong) in
            try editor.complete(from: table, on: screen, isBackward: isBackward)
        }
    }

    /// Empties a field and adds its text to the texts that can be recalled.
    mutating func submit(_ field: Field) {
        var editor = editor(of: field)
        _ = editor.submit()
        editors[field] = editor
    }

    /// Forgets a field with everything that could be undone or recalled there.
    mutating func clear(_ field: Field) { (editors[field], originals[field]) = (nil, nil) }

    /// Replaces a field with one that holds a text.
    mutating func set(_ text: String, in field: Field) {
        (editors[field], originals[field]) = (Self.editor(text, for: field), nil)
    }

    /// Inserts a text at the cursor; texts sent before can still be recalled.
    mutating func putBack(_ text: String, in field: Field) {
        var editor = editor(of: field)
        // A draft over the limit can only get shorter.
        do { try editor.perform(.paste(text)) } catch { editor = Self.editor(text, for: field) }
        editors[field] = editor
    }

    /// Inserts a stored draft before the text that the user has typed meanwhile, unless that begins with the draft.
    mutating func restore(draft: String, in field: Field) {
        if draft.isEmpty { return }
        if isEmpty(field) {
            putBack(draft, in: field)
        } else if !editor(of: field).draft.hasPrefix(draft) {
            set(draft + text(of: field), in: field)
        }
    }

    private mutating func change(
        _ field: Field,
        _ change: (inout TextEditor) throws(TextTooLong) -> Void
    ) throws(TextTooLong) -> String? {
        var editor = editor(of: field)
        let before = editor.draft
        // The ring is lent, so that text cut in one field can be inserted in another.
        editor.kills = kills
        defer { (kills, editors[field]) = (editor.kills, editor) }
        try change(&editor)
        return editor.draft == before ? nil : editor.draft
    }

    private func editor(of field: Field) -> TextEditor { editors[field] ?? Self.editor(for: field) }

    private static func editor(_ text: String = "", for field: Field) -> TextEditor {
        switch field {
        case .chat, .thread, .edit, .answer(_, .reply): return TextEditor(text) { TerminalText.width($0) }
        case .command, .text, .find, .answer: break
        }
        return TextEditor(text, limit: 4096, hasLines: false) { TerminalText.width($0) }
    }
}

extension Composer.Field {
    /// The field for a message to a part of a chat; for commands in the list of threads.
    init(_ part: TimelinePart, of chat: ChatID) {
        switch part {
        case .thread(let root): self = .thread(chat, root)
        case .threads: self = .command(.chat, chat)
        case .all, .main: self = .chat(chat)
        }
    }

    /// The field of a reply or an edit that was begun, or of a thread's draft.
    init(_ target: DraftTarget, in chat: ChatID) {
        switch target {
        case .thread(let root): self = .thread(chat, root)
        case .reply(let message): self = .answer(chat, .reply(to: message))
        case .edit(let message): self = .edit(chat, message)
        }
    }

    /// The message that the field's reply or edit is about; nil for other fields.
    fileprivate var draftedMessage: MessageID? {
        switch self {
        case .edit(_, let message), .answer(_, .reply(let message)): message
        default: nil
        }
    }

    /// The chat whose draft, reply or edit the field holds; nil for other fields.
    fileprivate var draftedChat: ChatID? {
        switch self {
        case .chat(let chat), .thread(let chat, _), .edit(let chat, _), .answer(let chat, .reply): chat
        case .command, .text, .find, .answer: nil
        }
    }
}
