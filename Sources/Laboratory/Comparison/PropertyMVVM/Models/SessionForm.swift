import ChatSession
import ChatTypes
import OneThread
import PhoneKit
import ScreenKit

/// The form's view model from the session.
final class SessionForm: CreateChatViewModel {
    private static let suggestionLimit = 8

    let name = Dynamic("")
    let message = Dynamic<String?>(nil)
    let added = Dynamic<[String]>([])
    let suggestions = Dynamic<[String]>([])
    let isBusy = Dynamic(false)
    let alert = Dynamic<String?>(nil)
    let chat = Dynamic<ChatID?>(nil)
    private let session: Session
    private let queue: MainQueue
    private var invitees = Invitees() { didSet { showInvitees() } }
    private var contacts: [Contact] = [] { didSet { suggestions.value = contacts.map(\.name) } }
    private var suggestionRequest: Work?
    private var creation: Work?

    init(session: Session, queue: MainQueue) {
        (self.session, self.queue) = (session, queue)
        showInvitees()
    }

    func type(_ text: String) {
        guard !isBusy.value else {
            name.value = invitees.typed.text
            return
        }
        invitees.typed = ContactName(text)
        let typed = invitees.typed
        // The last keystroke wins: a request for an earlier one is cancelled.
        suggestionRequest?.cancel()
        contacts = typed.error == nil ? contacts.filter { $0.matches(typed.text) } : []
        if typed.error == nil { suggest(for: typed) }
    }

    func add() {
        guard !isBusy.value else { return }
        do { try invitees.add() } catch {
            alert.value = errorText(error)
            return
        }
        name.value = ""
        type("")
    }

    func create() {
        guard !isBusy.value else { return }
        if let fault = invitees.error {
            alert.value = errorText(fault)
            return
        }
        isBusy.value = true
        creation = queue.request { [session, invitees] in
            try await session.createChat(with: invitees)
        } receive: { [weak self] result in
            self?.isBusy.value = false
            switch result {
            case .success(let new): self?.chat.value = new
            case .failure(let error): self?.alert.value = errorText(error)
            }
        }
    }

    func cancel() {
        suggestionRequest?.cancel()
        creation?.cancel()
    }

    private func showInvitees() {
        message.value = invitees.error.map(errorText)
        added.value = invitees.added.map(\.text)
    }

    private func suggest(for name: ContactName) {
        suggestionRequest = queue.request { [session] in
            try await session.contacts(matching: name.text, limit: Self.suggestionLimit * 4)
        } receive: { [weak self] result in
            // Suggestions are optional: the form works without them if the request fails.
            guard let found = try? result.get() else { return }
            self?.contacts = found.suggestions(for: name, limit: Self.suggestionLimit)
        }
    }
}
