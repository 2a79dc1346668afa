import BindingKit
import ChatSession
import ScreenKit
import Transport

struct CreateChatInput {
    let name: Observable<String>
    let create: Observable<Void>
}

struct CreateChatOutput {
    /// What the field is to say instead of what was typed.
    let name: Observable<String>
    /// Why what was typed is no name.
    let message: Observable<String?>
    let suggestions: Observable<[String]>
    let isBusy: Observable<Bool>
    let alerts: Observable<String>
    /// The one that was made.
    let chat: Observable<ChatID>
}

/// Maps what is typed to suggestions, and a tap to a chat.
struct CreateChatViewModel: ViewModel {
    private static let suggestionLimit = 8

    let dependencies: Dependencies
    private let bag = DisposeBag()

    func transform(_ input: CreateChatInput) -> CreateChatOutput {
        let (session, queue) = (dependencies.session, dependencies.queue)
        let (name, contacts, isBusy) = (Property(ContactName("")), Property<[Contact]>([]), Property(false))
        let creation = Subject<Result<ChatID, any Error>>()
        input.name.filter { _ in !isBusy.value }.map(ContactName.init).bind(to: name).disposed(by: bag)
        name.observable
            .flatMapLatest { name -> Observable<[Contact]> in
                guard name.fault == nil else { return Property([]).observable }
                let found = queue.outcome {
                    try await session.contacts(matching: name.text, limit: Self.suggestionLimit * 4)
                }
                // What is shown and still matches stands until the answer comes; if it cannot be had, for good.
                return .merge(
                    Property(contacts.value.filter { $0.matches(name.text) }).observable,
                    found.compactMap { try? $0.get().suggestions(for: name, limit: Self.suggestionLimit) }
                )
            }
            .bind(to: contacts).disposed(by: bag)
        input.create.filter { !isBusy.value && name.value.fault == nil }
            .flatMapLatest {
                isBusy.value = true
                return queue.outcome { [name = name.value.text] in try await session.createChat(with: name) }
            }
            .subscribe {
                isBusy.value = false
                creation.send($0)
            }
            .disposed(by: bag)

        return CreateChatOutput(
            name: input.name.filter { _ in isBusy.value }.map { _ in name.value.text },
            message: name.observable.map { $0.fault.map(errorText) },
            suggestions: contacts.observable.map { $0.map(\.name) },
            isBusy: isBusy.observable,
            alerts: .merge(
                input.create.filter { !isBusy.value }.compactMap { name.value.fault.map(errorText) },
                creation.observable.compactMap(\.alertText)
            ),
            chat: creation.observable.compactMap { try? $0.get() }
        )
    }
}
