import ScreenKit
import Transport

/// Maps each keystroke to a judgement of the form.
struct CreateChatPresenter: Presenter {
    private var typed = ""
    private var name = ContactName("")
    private var suggestions: [Contact] = []
    private var isBusy = false
    private var problems = ScreenProblems()

    mutating func handle(_ action: CreateChatAction) -> [Step<CreateChatUseCase, CreateChatRoute>] {
        switch action {
        case .type(let text): return isBusy ? [] : type(text)
        case .create: return isBusy ? [] : create()
        case .leave: return [.follow(.leave)]
        }
    }

    private mutating func type(_ text: String) -> [Step<CreateChatUseCase, CreateChatRoute>] {
        typed = text
        name = ContactName(text)
        guard name.fault == nil else {
            suggestions = []
            return []
        }
        // Until the next answer, what still matches is a help, and anything else is wrong.
        suggestions.removeAll { !$0.matches(name.text) }
        return [.perform(.suggest(for: name))]
    }

    private mutating func create() -> [Step<CreateChatUseCase, CreateChatRoute>] {
        if let fault = name.fault {
            problems.tell(errorText(fault))
            return []
        }
        isBusy = true
        return [.perform(.create(name))]
    }

    mutating func receive(_ content: NoContent) {}

    mutating func receive(_ outcome: CreateChatOutcome) -> [Step<CreateChatUseCase, CreateChatRoute>] {
        switch outcome {
        case .suggested(let contacts, for: let name):
            // The last keystroke wins: an answer to an earlier one is no answer.
            if name == self.name { suggestions = contacts }
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
            isValid: name.fault == nil,
            message: name.fault.map { errorText($0) },
            canCreate: name.fault == nil && !isBusy,
            suggestions: suggestions.map(\.name),
            isBusy: isBusy,
            problem: problems.newest
        )
    }
}
