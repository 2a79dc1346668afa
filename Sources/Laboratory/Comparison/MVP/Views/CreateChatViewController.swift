import ChatTypes
import PhoneKit

/// The view of the form. It forwards touches to its presenter, and shows what the presenter decides.
final class CreateChatViewController: ViewController {
    private let presenter: CreateChatPresenter
    private let scenes: Scenes
    private let formView = CreateChatView()

    init(presenter: CreateChatPresenter, scenes: Scenes) {
        (self.presenter, self.scenes) = (presenter, scenes)
        super.init(view: formView)
        presenter.view = self
    }

    override func viewDidLoad() {
        formView.nameField.onChange = { [presenter] in presenter.didType($0) }
        formView.addButton.onTap = { [presenter] in presenter.didTapAdd() }
        formView.createButton.onTap = { [presenter] in presenter.didTapCreate() }
        presenter.viewDidLoad()
    }

    override func didLeaveStack() { presenter.didLeave() }
}

extension CreateChatViewController: CreateChatViewing {
    func show(name: String) { formView.nameField.text = name }

    func show(message: String?) { formView.message = message }

    func show(added: [String]) { formView.added = added }

    func show(suggestions: [String]) { formView.suggestions = suggestions }

    func show(isBusy: Bool) { formView.isBusy = isBusy }

    func show(alert: String) { formView.alert = alert }

    func openChat(_ chat: ChatID) { navigationController?.replaceTop(with: scenes.chat(chat)) }
}
