import ChatSession
import ChatTypes
import OneThread
import PhoneKit

/// A delegate of the form, implemented by the controller that opened it.
protocol FormViewControllerDelegate: AnyObject {
    func formViewController(_ controller: FormViewController, didCreate chat: ChatID)
}

/// The controller of the form. It makes the requests that its presentation needs, and draws the presentation.
final class FormViewController: ViewController {
    weak var delegate: (any FormViewControllerDelegate)?
    private let session: Session
    private let queue: MainQueue
    private let formView = CreateChatView()
    private var presentation = FormPresentation()
    private var suggestionRequest: Work?
    private var creation: Work?

    init(session: Session, queue: MainQueue) {
        (self.session, self.queue) = (session, queue)
        super.init(view: formView)
    }

    override func viewDidLoad() {
        formView.nameField.onChange = { [weak self] in self?.nameDidChange($0) }
        formView.addButton.onTap = { [weak self] in self?.add() }
        formView.createButton.onTap = { [weak self] in self?.create() }
        redraw()
    }

    override func didLeaveStack() {
        suggestionRequest?.cancel()
        creation?.cancel()
    }

    private func redraw() {
        formView.nameField.text = presentation.text
        formView.message = presentation.message
        formView.added = presentation.added
        formView.suggestions = presentation.suggestions
        formView.isBusy = presentation.isBusy
        formView.alert = presentation.alert
    }

    private func nameDidChange(_ text: String) {
        if presentation.type(text) { suggest() }
        redraw()
    }

    private func add() {
        presentation.add()
        suggest()
        redraw()
    }

    private func suggest() {
        // The last keystroke wins: a request for an earlier one is cancelled.
        suggestionRequest?.cancel()
        guard let name = presentation.soughtName else { return }
        suggestionRequest = queue.request { [session] in
            try await session.contacts(matching: name, limit: FormPresentation.suggestionLimit * 4)
        } receive: { [weak self] result in
            // Suggestions are optional: the form works without them if the request fails.
            guard let self, let found = try? result.get() else { return }
            presentation.take(found)
            redraw()
        }
    }

    private func create() {
        let invitees = presentation.submit()
        redraw()
        guard let invitees else { return }
        creation = queue.request { [session] in
            try await session.createChat(with: invitees)
        } receive: { [weak self] in
            self?.didCreate($0)
        }
    }

    private func didCreate(_ result: Result<ChatID, any Error>) {
        switch result {
        case .success(let chat):
            presentation.end(with: nil)
            redraw()
            delegate?.formViewController(self, didCreate: chat)
        case .failure(let error):
            presentation.end(with: error)
            redraw()
        }
    }
}
