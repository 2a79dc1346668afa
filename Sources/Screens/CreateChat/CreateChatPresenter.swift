import ScreenKit
import Transport

/// Maps each keystroke to a judgement of the form.
struct CreateChatPresenter: Presenter {
    private var typed = ""
    private var name = ContactName("")
    /// Of a group; no two of them are the same.
    private var added: [ContactName] = []
    private var suggestions: [Contact] = []
    private var isBusy = false
    private var problems = ScreenProblems()

    mutating func handle(_ action: CreateChatAction) -> [Step<CreateChatUseCase, CreateChatRoute>] {
        switch action {
        case .type(let text): return isBusy ? [] : type(text)
        case .add: return isBusy ? [] : add()
        case .remove(let text): return isBusy ? [] : remove(ContactName(text))
        case .create: return isBusy ? [] : create()
        case .leave: return [.follow(.leave)]
        }
    }

    /// Why what is typed cannot be used. Nothing needs to be typed beside those who were added.
    private var fault: ContactName.Fault? {
        name.fault == .empty && !added.isEmpty ? nil : name.fault
    }

    private mutating func type(_ text: String) -> [Step<CreateChatUseCase, CreateChatRoute>] {
        typed = text
        name = ContactName(text)
        // Until the next answer, what still matches is a help, and anything else is wrong.
        suggestions.removeAll { name.fault != nil || !$0.matches(name.text) }
        return suggest()
    }

    private func suggest() -> [Step<CreateChatUseCase, CreateChatRoute>] {
        name.fault == nil ? [.perform(.suggest(for: name, besides: added))] : []
    }

    private mutating func add() -> [Step<CreateChatUseCase, CreateChatRoute>] {
        if let fault = name.fault {
            problems.tell(errorText(fault))
            return []
        }
        if holds(name) {
            problems.tell("\(name.text) was added already")
            return []
        }
        added.append(name)
        return type("")
    }

    private mutating func remove(_ name: ContactName) -> [Step<CreateChatUseCase, CreateChatRoute>] {
        guard holds(name) else { return [] }
        added.removeAll { $0.key == name.key }
        return suggest()
    }

    private func holds(_ name: ContactName) -> Bool {
        added.contains { $0.key == name.key }
    }

    private mutating func create() -> [Step<CreateChatUseCase, CreateChatRoute>] {
        if let fault {
            problems.tell(errorText(fault))
            return []
        }
        isBusy = true
        let names = name.fault != nil || holds(name) ? added : added + [name]
        if names.count == 1 { return [.perform(.create(names[0]))] }
        return [.perform(.createGroup(names, title: groupTitle(of: names.map(\.text))))]
    }

    mutating func receive(_ content: NoContent) {}

    mutating func receive(_ outcome: CreateChatOutcome) -> [Step<CreateChatUseCase, CreateChatRoute>] {
        switch outcome {
        case .suggested(let contacts, for: let name, besides: let added):
            // The last keystroke wins: an answer to an earlier one is no answer.
            if name == self.name, added == self.added { suggestions = contacts }
            return []
        case .created(let chat):
            isBusy = false
            return [.follow(.chat(chat))]
        case .failed(let error):
            isBusy = false
            problems.tell(errorText(error))
            return []
        }
    }

    func state() -> CreateChatViewState? {
        CreateChatViewState(
            name: typed,
            added: added.map(\.text),
            isValid: fault == nil,
            message: fault.map { errorText($0) },
            canCreate: fault == nil && !isBusy,
            suggestions: suggestions.map(\.name),
            isBusy: isBusy,
            problem: problems.newest
        )
    }
}
