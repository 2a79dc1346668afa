import ChatSession
import ChatTypes
import OneThread
import PhoneKit
import ScreenKit

/// A delegate of the form, implemented by the controller that opened it.
protocol CreateChatViewControllerDelegate: AnyObject {
    func createChatViewController(_ controller: CreateChatViewController, didCreate chat: ChatID)
}

/// The controller of the form. It mediates between the view, the contacts and the server that creates chats.
final class CreateChatViewController: ViewController {
    private static let suggestionLimit = 8

    weak var delegate: (any CreateChatViewControllerDelegate)?
    private let session: Session
    private let queue: MainQueue
    private let formView = CreateChatView()
    private var invitees = Invitees() { didSet { showInvitees() } }
    private var name: ContactName { invitees.typed }
    private var contacts: [Contact] = [] { didSet { formView.suggestions = contacts.map(\.name) } }
    private var suggestionRequest: Work?
    private var creation: Work?

    init(session: Session, queue: MainQueue) {
        (self.session, self.queue) = (session, queue)
        super.init(view: formView)
    }

    override func viewDidLoad() {
        showInvitees()
        formView.nameField.onChange = { [weak self] in self?.nameDidChange($0) }
        formView.addButton.onTap = { [weak self] in self?.add() }
        formView.createButton.onTap = { [weak self] in self?.create() }
    }

    override func didLeaveStack() {
        suggestionRequest?.cancel()
        creation?.cancel()
    }

    private func showInvitees() {
        formView.message = invitees.error.map(errorText)
        formView.added = invitees.added.map(\.text)
    }

    private func nameDidChange(_ text: String) {
        guard !formView.isBusy else {
            formView.nameField.text = name.text
            return
        }
        invitees.typed = ContactName(text)
        // The last keystroke wins: a request for an earlier one is cancelled.
        suggestionRequest?.cancel()
        contacts = name.error == nil ? contacts.filter { $0.matches(name.text) } : []
        if name.error == nil { suggest() }
    }

    private func add() {
        guard !formView.isBusy else { return }
        do { try invitees.add() } catch {
            formView.alert = errorText(error)
            return
        }
        formView.nameField.text = ""
        nameDidChange("")
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

    private func create() {
        guard !formView.isBusy else { return }
        if let fault = invitees.error {
            formView.alert = errorText(fault)
            return
        }
        formView.isBusy = true
        creation = queue.request { [session, invitees] in
            try await session.createChat(with: invitees)
        } receive: { [weak self] in
            self?.didCreate($0)
        }
    }

    private func didCreate(_ result: Result<ChatID, any Error>) {
        formView.isBusy = false
        switch result {
        case .success(let chat): delegate?.createChatViewController(self, didCreate: chat)
        case .failure(let error): formView.alert = errorText(error)
        }
    }
}
