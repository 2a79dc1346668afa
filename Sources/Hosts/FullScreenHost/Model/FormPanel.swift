import ChatTypes
import CreateChat
import HostKit

/// The form for a new chat: the selected suggestion, and the names that the presenter has yet to accept.
struct FormPanel: Panel {
    private(set) var state: CreateChatViewState?
    /// The account that the chat will be of, where several are shown.
    var account: AccountName?
    /// The selected suggestion; nil for the typed name.
    private(set) var selected: Int?
    private var nameBeingAdded: String?
    /// The typed text when the user pressed Enter; text typed after it is for the new chat.
    private var submittedText: String?

    var prompt: String { "Name: " }

    func hints(hasViKeys: Bool) -> [String] {
        [
            "Enter creates the chat, Alt-Enter adds a name to a group, Down selects a name, Esc goes back",
            "Enter creates the chat, Alt-Enter adds a name, Esc goes back", "Enter creates the chat, Esc goes back",
        ]
    }

    mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect] {
        let count = state?.suggestions.count ?? 0
        let next = (selected ?? -1) + step
        selected = next < 0 || count == 0 ? nil : min(next, count - 1)
        return []
    }

    /// Types the selected suggestion, if there is one.
    func typeSelected() -> [ModelEffect] {
        guard let selected, let name = state?.suggestions[selected] else { return [] }
        return [.form(.type(name))]
    }

    /// Creates the chat. If Enter is pressed again, text typed since the first time stays text for the chat.
    mutating func create(typed: String) -> [ModelEffect] {
        if submittedText.map({ !typed.hasPrefix($0) }) ?? true { submittedText = typed }
        return typeSelected() + [.form(.create)]
    }

    /// Adds the selected or typed name to a group.
    ///
    /// - Returns: effects, and whether the next name is typed from now on.
    mutating func add(typed: String) -> (effects: [ModelEffect], isSubmitted: Bool) {
        let isSubmitted = state?.isBusy != true
        if isSubmitted { nameBeingAdded = typed }
        return (typeSelected() + [.form(.add)], isSubmitted)
    }

    /// - Parameter typed: the text in the form's field.
    /// - Returns: a refused name that the field should show again, and whether the presenter must be sent the field's text,
    ///   since it ignored what was typed while a creation that failed was under way.
    mutating func receive(_ new: CreateChatViewState, typed: String) -> (refusedName: String?, mustResend: Bool) {
        let old = state
        if new.suggestions != old?.suggestions { selected = nil }
        var (typed, refusedName) = (typed, String?.none)
        if new.added.count > old?.added.count ?? 0 {
            nameBeingAdded = nil
        } else if let name = nameBeingAdded, new.problem != old?.problem {
            nameBeingAdded = nil
            if typed.isEmpty { (typed, refusedName) = (name, name) }
        }
        state = new
        let hasFailed = old?.isBusy == true && !new.isBusy && new.problem != old?.problem
        let mustResend = hasFailed && typed != submittedText
        // The presenter creates nothing if it has received another text.
        if hasFailed || !new.isBusy && new.name == typed && typed != submittedText { submittedText = nil }
        return (refusedName, mustResend)
    }

    /// The text typed after the name while the chat was created; nil if there is none.
    func textForChat(typed: String) -> String? {
        guard let name = submittedText, typed.hasPrefix(name), typed != name else { return nil }
        return String(typed.dropFirst(name.count))
    }

    mutating func draw(with drawing: inout FrameDrawing, in context: DrawingContext) -> PanelReport {
        let author = account.map { " as \(TerminalText.oneLine($0.rawValue))" } ?? ""
        let title = state?.added.isEmpty == false ? "New group" : "New chat"
        drawing.heading(title + author, in: drawing.layout.main)
        guard let state else { return PanelReport() }
        let height = drawing.layout.main.withHeading.body.rows.count
        let selected = self.selected.flatMap { state.suggestions.indices.contains($0) ? state.suggestions[$0] : nil }
        var lines: [StyledLine] = []
        if state.isBusy { lines.append(StyledLine(spans: [Span("Creating the chat…", drawing.theme.notice)])) }
        if !state.added.isEmpty {
            let names = state.added.map { TerminalText.name($0, columns: 40) }.joined(separator: ", ")
            // Long lists of names leave room for the hints below.
            lines += drawing.wrapped("In the group: \(names)", drawing.theme.plain, upTo: height / 3)
        }
        if let message = state.message, !state.name.isEmpty {
            lines += drawing.wrapped(TerminalText.oneLine(message), drawing.theme.problem, upTo: height)
        } else if state.canCreate {
            let others = state.suggestions.isEmpty || selected != nil ? "" : "; Down selects one of these:"
            lines += drawing.wrapped(state.promise(selecting: selected) + others, drawing.theme.unread, upTo: height)
            if let isEncrypted = state.isEncrypted {
                let text =
                    isEncrypted
                    ? "It will be encrypted; /encrypt no: not" : "It will not be encrypted; /encrypt: it will"
                lines += drawing.wrapped(text, isEncrypted ? drawing.theme.dim : drawing.theme.notice, upTo: height)
            }
        } else if state.name.isEmpty {
            lines += drawing.wrapped("Type the name of a person to chat with", drawing.theme.dim, upTo: height)
        }
        // Keeps the selected name visible.
        let first = max(0, (self.selected ?? 0) + 1 - max(1, height - lines.count))
        lines += drawing.choices(state.suggestions, selected: self.selected).dropFirst(first)
        drawing.draw(lines)
        return PanelReport()
    }
}

extension CreateChatViewState {
    /// Says what Enter does.
    ///
    /// - Parameter selected: the selected suggestion; nil for the typed name.
    fileprivate func promise(selecting selected: String?) -> String {
        let name = TerminalText.name(selected ?? name, columns: 40)
        if added.isEmpty { return "Enter starts a chat with \(name)" }
        return name.isEmpty ? "Enter creates it, or type another name" : "Enter creates it, with \(name)"
    }
}
