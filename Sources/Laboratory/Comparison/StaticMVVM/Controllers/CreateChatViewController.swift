import PhoneKit

/// The view controller of the form. It shows view models, whose closures are its actions.
final class CreateChatViewController: ViewController {
    private let formView = CreateChatView()

    init() { super.init(view: formView) }

    override func viewDidLoad() {
        ChatEventHandler.add(listener: self)
        ChatEventRouter.route(event: .openedForm)
    }

    override func didLeaveStack() {
        ChatEventHandler.remove(listener: self)
        ChatEventRouter.route(event: .closedForm)
    }
}

extension CreateChatViewController: CreateChatListening {
    func updated(create: CreateChatViewModel) {
        formView.nameField.text = create.name
        formView.message = create.message
        formView.added = create.added
        formView.suggestions = create.suggestions
        formView.isBusy = create.isBusy
        if let alert = create.alert { formView.alert = alert }
        formView.nameField.onChange = create.type
        formView.addButton.onTap = create.add
        formView.createButton.onTap = create.create
    }
}
