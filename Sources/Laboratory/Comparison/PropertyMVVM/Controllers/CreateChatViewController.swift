import ChatTypes
import PhoneKit

/// The controller of the form. It binds each property of a view model to its part of the view.
final class CreateChatViewController: ViewController {
    private let model: any CreateChatViewModel
    private let screens: Screens
    private let formView = CreateChatView()

    init(_ model: any CreateChatViewModel, screens: Screens) {
        (self.model, self.screens) = (model, screens)
        super.init(view: formView)
    }

    override func viewDidLoad() {
        formView.nameField.onChange = { [model] in model.type($0) }
        formView.addButton.onTap = { [model] in model.add() }
        formView.createButton.onTap = { [model] in model.create() }
        // A listener that held its view would keep it: the view holds the model by its touches.
        model.name.bindAndFire { [weak formView] in formView?.nameField.text = $0 }
        model.message.bindAndFire { [weak formView] in formView?.message = $0 }
        model.added.bindAndFire { [weak formView] in formView?.added = $0 }
        model.suggestions.bindAndFire { [weak formView] in formView?.suggestions = $0 }
        model.isBusy.bindAndFire { [weak formView] in formView?.isBusy = $0 }
        model.alert.bindAndFire { [weak formView] in formView?.alert = $0 }
        model.chat.bind { [weak self] chat in
            guard let self, let chat else { return }
            navigationController?.replaceTop(with: screens.chat(chat))
        }
    }

    override func didLeaveStack() { model.cancel() }
}
