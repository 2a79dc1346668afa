import ChatSession
import ChatTypes
import OneThread
import PhoneKit
import ScreenKit

/// The presenter of the form. It decides what the form shows and what a touch does.
final class CreateChatPresenter {
    private static let suggestionLimit = 8

    weak var view: (any CreateChatViewing)?
    private let session: Session
    private let queue: MainQueue
    private var invitees = Invitees() { didSet { presentInvitees() } }
    private var name: ContactName { invitees.typed }
    private var contacts: [Contact] = [] { didSet { view?.show(suggestions: contacts.map(\.name)) } }
    private var isBusy = false { didSet { view?.show(isBusy: isBusy) } }
    private var suggestionRequest: Work?
    private var creation: Work?

    init(session: Session, queue: MainQueue) {
        (self.session, self.queue) = (session, queue)
    }

    func viewDidLoad() {
        presentInvitees()
    }

    func didLeave() {
        suggestionRequest?.cancel()
        creation?.cancel()
    }

    func didType(_ text: String) {
        guard !isBusy else {
            view?.show(name: name.text)
            return
        }
        invitees.typed = ContactName(text)
        // The last keystroke wins: a request for an earlier one is cancelled.
        suggestionRequest?.cancel()
        contacts = name.error == nil ? contacts.filter { $0.matches(name.text) } : []
        if name.error == nil { suggest() }
    }

    func didTapAdd() {
        guard !isBusy else { return }
        do { try invitees.add() } catch {
            view?.show(alert: errorText(error))
            return
        }
        view?.show(name: "")
        didType("")
    }

    func didTapCreate() {
        guard !isBusy else { return }
        if let fault = invitees.error {
            view?.show(alert: errorText(fault))
            return
        }
        isBusy = true
        creation = queue.request { [session, invitees] in
            try await session.createChat(with: invitees)
        } receive: { [weak self] in
            self?.didCreate($0)
        }
    }

    private func presentInvitees() {
        view?.show(message: invitees.error.map(errorText))
        view?.show(added: invitees.added.map(\.text))
    }

    private func suggest() {
        suggestionRequest = queue.request { [session, name] in
            try await session.contacts(matching: name.text, limit: Self.suggestionLimit * 4)
        } receive: { [weak self] result in
            // Suggestions are optional: the form works without them if the request fails.
            guard let self, let found = try? result.get() else { return }
            contacts = found.suggestions(for: name, limit: Self.suggestionLimit)
        }
    }

    private func didCreate(_ result: Result<ChatID, any Error>) {
        isBusy = false
        switch result {
        case .success(let chat): view?.openChat(chat)
        case .failure(let error): view?.show(alert: errorText(error))
        }
    }
}
