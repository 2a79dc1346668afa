import BindingKit
import ChatSession
import ChatTypes
import PhoneKit
import ScreenKit

struct CreateChatInput {
    let name: Observable<String>
    let add: Observable<Void>
    let create: Observable<Void>
}

struct CreateChatOutput {
    /// The new text of the name field.
    let name: Observable<String>
    /// The reason why the typed name is invalid.
    let message: Observable<String?>
    /// The names added to the group.
    let added: Observable<[String]>
    let suggestions: Observable<[String]>
    let isBusy: Observable<Bool>
    let alerts: Observable<String>
    /// The created chat.
    let chat: Observable<ChatID>
}

/// The view model of the form. It maps typing to suggestions and invitees, and a tap to a new chat.
struct CreateChatViewModel: ViewModel {
    private static let suggestionLimit = 8

    let dependencies: Dependencies
    private let bag = DisposeBag()

    func transform(_ input: CreateChatInput) -> CreateChatOutput {
        let (session, queue) = (dependencies.session, dependencies.queue)
        let (invitees, contacts, isBusy) = (Property(Invitees()), Property<[Contact]>([]), Property(false))
        let (emptied, faults) = (Subject<String>(), Subject<String>())
        let creation = Subject<Result<ChatID, any Error>>()
        input.name.filter { _ in !isBusy.value }.subscribe { invitees.value.typed = ContactName($0) }.disposed(by: bag)
        input.add.filter { !isBusy.value }
            .subscribe {
                var added = invitees.value
                do { try added.add() } catch { return faults.send(errorText(error)) }
                invitees.value = added
                emptied.send("")
            }
            .disposed(by: bag)
        invitees.observable.map(\.typed)
            .flatMapLatest { name -> Observable<[Contact]> in
                guard name.error == nil else { return Property([]).observable }
                let found = queue.outcome {
                    try await session.contacts(matching: name.text, limit: Self.suggestionLimit * 4)
                }
                // Suggestions on screen that still match stay until the answer arrives, or for good if the request
                // fails.
                return .merge(
                    Property(contacts.value.filter { $0.matches(name.text) }).observable,
                    found.compactMap { try? $0.get().suggestions(for: name, limit: Self.suggestionLimit) }
                )
            }
            .bind(to: contacts).disposed(by: bag)
        input.create.filter { !isBusy.value && invitees.value.error == nil }
            .flatMapLatest {
                isBusy.value = true
                return queue.outcome { [invitees = invitees.value] in try await session.createChat(with: invitees) }
            }
            .subscribe {
                isBusy.value = false
                creation.send($0)
            }
            .disposed(by: bag)

        return CreateChatOutput(
            name: .merge(
                input.name.filter { _ in isBusy.value }.map { _ in invitees.value.typed.text },
                emptied.observable
            ),
            message: invitees.observable.map { $0.error.map(errorText) },
            added: invitees.observable.map { $0.added.map(\.text) },
            suggestions: contacts.observable.map { $0.map(\.name) },
            isBusy: isBusy.observable,
            alerts: .merge(
                input.create.filter { !isBusy.value }.compactMap { invitees.value.error.map(errorText) },
                faults.observable,
                creation.observable.compactMap(\.alertText)
            ),
            chat: creation.observable.compactMap { try? $0.get() }
        )
    }
}
