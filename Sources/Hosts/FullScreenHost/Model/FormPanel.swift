import CreateChat

/// The form for a new chat: the selected suggestion, and the names that the presenter has yet to accept.
struct FormPanel: Sendable {
    private(set) var state: CreateChatViewState?
    /// The selected suggestion; nil for the typed name.
    private(set) var selected: Int?
    private var nameBeingAdded: String?
    /// The typed text when the user pressed Enter; text typed after it is for the new chat.
    private var submittedText: String?

    mutating func move(by step: Int) {
        let count = state?.suggestions.count ?? 0
        let next = (selected ?? -1) + step
        selected = next < 0 || count == 0 ? nil : min(next, count - 1)
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
}
