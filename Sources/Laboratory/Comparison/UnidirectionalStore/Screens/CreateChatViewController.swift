import ChatTypes
import PhoneKit
import ScreenKit

/// The form as a function of its state.
final class CreateChatViewController: ViewController {
    private let store: ScreenStore<FormState, FormAction>
    private let formView = CreateChatView()

    init(_ store: ScreenStore<FormState, FormAction>) {
        self.store = store
        super.init(view: formView)
    }

    override func viewDidLoad() {
        formView.nameField.onChange = { [weak self] in self?.type($0) }
        formView.addButton.onTap = { [store] in store.send(.addTapped) }
        formView.createButton.onTap = { [store] in store.send(.createTapped) }
        store.observe(self) { [weak self] in self?.render($0) }
    }

    override func didTapBack() { store.send(.backTapped) }

    /// Sends a typed text, and shows the name from the state in case the state rejected the text.
    private func type(_ text: String) {
        store.send(.typed(text))
        formView.nameField.text = store.state()?.name ?? ""
    }

    private func render(_ state: FormState) {
        formView.nameField.text = state.name
        formView.message = state.invitees.error.map(errorText)
        formView.added = state.invited.added.map(\.text)
        formView.suggestions = state.suggestions.map(\.name)
        formView.isBusy = state.isBusy
        formView.alert = state.alert
    }
}
