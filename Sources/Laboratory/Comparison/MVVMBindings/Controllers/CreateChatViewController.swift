import BindingKit
import ChatTypes
import PhoneKit

/// The controller of the form, which binds the view to its view model.
final class CreateChatViewController: ViewController {
    private let formView = CreateChatView()
    private let viewModel: any ViewModel<CreateChatInput, CreateChatOutput>
    private let showChat: (ChatID) -> Void
    private let bag = DisposeBag()

    init(_ viewModel: any ViewModel<CreateChatInput, CreateChatOutput>, showChat: @escaping (ChatID) -> Void) {
        (self.viewModel, self.showChat) = (viewModel, showChat)
        super.init(view: formView)
    }

    override func viewDidLoad() {
        let output = viewModel.transform(
            CreateChatInput(
                name: formView.nameField.typing(),
                add: formView.addButton.taps(),
                create: formView.createButton.taps()
            )
        )
        output.name.subscribe { [formView] in formView.nameField.text = $0 }.disposed(by: bag)
        output.message.subscribe { [formView] in formView.message = $0 }.disposed(by: bag)
        output.added.subscribe { [formView] in formView.added = $0 }.disposed(by: bag)
        output.suggestions.subscribe { [formView] in formView.suggestions = $0 }.disposed(by: bag)
        output.isBusy.subscribe { [formView] in formView.isBusy = $0 }.disposed(by: bag)
        output.alerts.subscribe { [formView] in formView.alert = $0 }.disposed(by: bag)
        output.chat.subscribe(showChat).disposed(by: bag)
    }
}
