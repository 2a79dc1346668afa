import ChatTypes
import ScreenKit

/// Validates the form at each keystroke.
struct CreateChatPresenter: Presenter {
    private var typed = ""
    private var invitees = Invitees()
    private var suggestions: [Contact] = []
    private var isBusy = false
    private var content: CreateChatContent?
    /// The user's choice; `nil` before the first.
    private var wantsEncryption: Bool?
    private var problems = ScreenProblems()

    mutating func handle(_ action: CreateChatAction) -> [ScreenEffect<CreateChatUseCase, CreateChatRoute>] {
        switch action {
        case .type(let text): return isBusy ? [] : type(text)
        case .add: return isBusy ? [] : add()
        case .remove(let text): return isBusy ? [] : remove(ContactName(text))
        case .create: return isBusy ? [] : create()
        case .setEncrypted(let isEncrypted):
            if let content, content.encryptsNewChats == nil {
                problems.tell("Chats of this server cannot be encrypted")
            } else if !isBusy {
                wantsEncryption = isEncrypted
            }
            return []
        case .leave: return [.follow(.leave)]
        }
    }

    private mutating func type(_ text: String) -> [ScreenEffect<CreateChatUseCase, CreateChatRoute>] {
        typed = text
        let name = ContactName(text)
        invitees.typed = name
        // Until the next answer, keep the suggestions that still match.
        suggestions.removeAll { name.error != nil || !$0.matches(name.text) }
        return suggest()
    }

    private func suggest() -> [ScreenEffect<CreateChatUseCase, CreateChatRoute>] {
        let name = invitees.typed
        return name.error == nil ? [.perform(.suggest(for: name, besides: invitees.added))] : []
    }

    private mutating func add() -> [ScreenEffect<CreateChatUseCase, CreateChatRoute>] {
        do { try invitees.add() } catch {
            problems.tell(errorText(error))
            return []
        }
        return type("")
    }

    private mutating func remove(_ name: ContactName) -> [ScreenEffect<CreateChatUseCase, CreateChatRoute>] {
        guard invitees.contains(name) else { return [] }
        invitees.remove(name)
        return suggest()
    }

    private mutating func create() -> [ScreenEffect<CreateChatUseCase, CreateChatRoute>] {
        if let fault = invitees.error {
            problems.tell(errorText(fault))
            return []
        }
        isBusy = true
        return [.perform(.create(invitees, isEncrypted: wantsEncryption))]
    }

    mutating func receive(_ content: CreateChatContent) { self.content = content }

    mutating func receive(_ outcome: CreateChatOutcome) -> [ScreenEffect<CreateChatUseCase, CreateChatRoute>] {
        switch outcome {
        case .suggested(let contacts, for: let name, besides: let added):
            // Ignore an answer to an earlier keystroke.
            if name == invitees.typed, added == invitees.added { suggestions = contacts }
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
        let fault = invitees.error
        return CreateChatViewState(
            name: typed,
            added: invitees.added.map(\.text),
            isValid: fault == nil,
            message: fault.map { errorText($0) },
            canCreate: fault == nil && !isBusy,
            isEncrypted: content?.encryptsNewChats.map { wantsEncryption ?? $0 },
            suggestions: suggestions.map(\.fullName),
            isBusy: isBusy,
            problem: problems.newest
        )
    }
}
