import ChatSession
import ChatTypes
import Observation
import OneThread
import PhoneKit

/// A chat to be created.
@Observable final class NewChat {
    private static let suggestionLimit = 8

    private(set) var invitees = Invitees()
    var name: ContactName { invitees.typed }
    private(set) var suggestions: [Contact] = []
    private(set) var isBusy = false
    private(set) var problem: Problem?
    private let session: Session
    private let queue: MainQueue
    private let open: (ChatID) -> Void
    @ObservationIgnored private var suggestionRequest: Work?
    @ObservationIgnored private var creation: Work?

    /// Creates the form's model. Calls `open` with the created chat.
    init(session: Session, queue: MainQueue, open: @escaping (ChatID) -> Void) {
        (self.session, self.queue, self.open) = (session, queue, open)
    }

    func type(_ text: String) {
        guard !isBusy else { return }
        invitees.typed = ContactName(text)
        // The last keystroke wins: a request for an earlier one is cancelled.
        suggestionRequest?.cancel()
        suggestions = name.error == nil ? suggestions.filter { $0.matches(name.text) } : []
        if name.error == nil { suggest() }
    }

    /// Adds the typed name to the group, and returns whether the name was accepted. If not, it stays in the field.
    @discardableResult
    func add() -> Bool {
        guard !isBusy else { return false }
        do { try invitees.add() } catch {
            problem = .doing(error)
            return false
        }
        type("")
        return true
    }

    func create() {
        guard !isBusy else { return }
        if let fault = invitees.error {
            problem = .doing(fault)
            return
        }
        isBusy = true
        creation = queue.request { [session, invitees] in
            try await session.createChat(with: invitees)
        } receive: { [weak self] result in
            self?.isBusy = false
            switch result {
            case .success(let chat): self?.open(chat)
            case .failure(let error): self?.problem = .doing(error)
            }
        }
    }

    func cancel() {
        suggestionRequest?.cancel()
        creation?.cancel()
    }

    private func suggest() {
        suggestionRequest = queue.request { [session, name] in
            try await session.contacts(matching: name.text, limit: Self.suggestionLimit * 4)
        } receive: { [weak self] result in
            // Suggestions are optional: the form works without them if the request fails.
            guard let self, let found = try? result.get() else { return }
            suggestions = found.suggestions(for: name, limit: Self.suggestionLimit)
        }
    }
}
