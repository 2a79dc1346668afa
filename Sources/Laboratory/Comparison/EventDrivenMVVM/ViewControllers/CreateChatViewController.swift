import PhoneKit

/// The view controller of the form. It shows the form and forwards touches.
final class CreateChatViewController: ViewController {
    private let form: CreateChatModelController
    private let formView = CreateChatView()

    init(form: CreateChatModelController) {
        self.form = form
        super.init(view: formView)
    }

    override func viewDidLoad() {
        formView.nameField.onChange = { [form] in form.type($0) }
        formView.addButton.onTap = { [form] in form.add() }
        formView.createButton.onTap = { [form] in form.create() }
        form.open()
    }

    override func didLeaveStack() { form.close() }
}

extension CreateChatViewController: CreateChatListening {
    func updated(create: CreateChatViewModel) {
        formView.nameField.text = create.name
        formView.message = create.message
        formView.added = create.added
        formView.suggestions = create.suggestions
        formView.isBusy = create.isBusy
        if let alert = create.alert { formView.alert = alert }
    }
}
