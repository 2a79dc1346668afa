import Chat
import CreateChat

/// What the form and a chat show, beside what is typed into them.
extension HostModel {
    mutating func receive(_ state: CreateChatViewState) -> [ModelEffect] {
        let old = form.state
        if state.suggestions != old?.suggestions { form.chosen = nil }
        if state.added.count > old?.added.count ?? 0 {
            form.adding = nil
        } else if let refused = form.adding, state.problem != old?.problem {
            form.adding = nil
            if editors[.form]?.buffer.isEmpty ?? true { putBack(refused, in: .form) }
        }
        form.state = state
        return hear(state, after: old)
    }

    /// A busy form hears nothing: what was typed meanwhile is said once it has failed.
    private mutating func hear(_ state: CreateChatViewState, after old: CreateChatViewState?) -> [ModelEffect] {
        let typed = editors[.form]?.buffer.text ?? ""
        let hasFailed = old?.isBusy == true && !state.isBusy && state.problem != old?.problem
        guard hasFailed else {
            // One that hears what is typed now is beginning nothing.
            if !state.isBusy, state.name == typed, typed != form.begun { form.begun = nil }
            return []
        }
        defer { form.begun = nil }
        return typed == form.begun ? [] : text(meantBy: typed).map { [.form(.type($0))] } ?? []
    }

    /// What was kept of a text is put back once, in front of what is typed already.
    mutating func receive(_ state: ChatViewState) -> [ModelEffect] {
        guard let pane = chat else { return [] }
        var effects: [ModelEffect] = []
        let place = Place.chat(pane.chat)
        if pane.state == nil, !state.draft.isEmpty {
            let typed = editors[place]
            if typed == nil || typed?.buffer.isEmpty == true {
                putBack(state.draft, in: place)
            } else if let typed, !typed.draft.hasPrefix(state.draft) {
                editors[place] = Self.editor(state.draft + typed.buffer.text, for: place)
            }
        }
        if let sent = pane.sending, state.draft != sent {
            // It was taken. What was typed on meanwhile is a draft of its own, and what was sent is in the history.
            chat?.sending = nil
        } else if let sent = pane.sending, state.problem != pane.state?.problem {
            // It was refused, and stays typed, as the text that it is.
            let typed = text(meantBy: sent) == sent ? sent : "/" + sent
            if editors[place]?.buffer.isEmpty ?? true {
                putBack(typed, in: place)
                // As a draft it would otherwise come back as a command.
                if typed != sent { effects = [.chat(.draft(typed))] }
            }
            chat?.sending = nil
        }
        if pane.state == nil, let found = state.found { chat?.viewport = .around(found) }
        chat?.state = state
        return effects
    }

    /// What was sent before can still be recalled.
    private mutating func putBack(_ text: String, in place: Place) {
        var editor = editors[place] ?? Self.editor(for: place)
        // A draft that is too long can only get shorter.
        do { try editor.perform(.paste(text)) } catch { editor = Self.editor(text, for: place) }
        editors[place] = editor
    }
}
