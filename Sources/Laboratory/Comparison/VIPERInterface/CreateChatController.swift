import CreateChat
import PhoneKit
import ScreenKit

/// The controller of the form, which shows the module's states.
final class CreateChatController: ViewController, RenderingController {
    let number: Int
    private let module: CreateChatModule
    private let formView = PhoneKit.CreateChatView()
    private var state: CreateChatViewState?

    init(_ number: Int, _ module: CreateChatModule) {
        (self.number, self.module) = (number, module)
        super.init(view: formView)
    }

    override func viewDidLoad() {
        formView.nameField.onChange = { [weak self] in self?.type($0) }
        formView.addButton.onTap = { [module] in module.send(.add) }
        formView.createButton.onTap = { [module] in module.send(.create) }
    }

    override func didTapBack() {
        module.send(.leave)
    }

    func render(_ state: ScreenState) {
        guard case .createChat(let state) = state else { return }
        self.state = state
        formView.nameField.text = state.name
        formView.message = state.message
        formView.suggestions = state.suggestions
        formView.added = state.added
        formView.isBusy = state.isBusy
        formView.alert = state.problem?.text
    }

    /// Handles typing. While a chat is being created, the field keeps its name.
    private func type(_ text: String) {
        if let state, state.isBusy { formView.nameField.text = state.name } else { module.send(.type(text)) }
    }
}
