import CreateChat
import PhoneKit
import ScreenKit

/// Shows the form's states.
final class CreateChatController: ViewController, RenderingController {
    let number: Int
    private let module: CreateChatModule
    private let formView = PhoneKit.CreateChatView()

    init(_ number: Int, _ module: CreateChatModule) {
        (self.number, self.module) = (number, module)
        super.init(view: formView)
    }

    override func viewDidLoad() {
        formView.nameField.onChange = { [module] in module.send(.type($0)) }
        formView.createButton.onTap = { [module] in module.send(.create) }
    }

    override func didTapBack() {
        module.send(.leave)
    }

    func render(_ state: ScreenState) {
        guard case .createChat(let state) = state else { return }
        formView.nameField.text = state.name
        formView.message = state.message
        formView.suggestions = state.suggestions
        formView.isBusy = state.isBusy
        formView.alert = state.problem?.text
    }
}
