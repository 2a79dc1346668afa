import BindingKit
import ChatTypes
import PhoneKit

@testable import MVVMBindings

/// A chat's view model with the user's input and its recorded output.
final class ChatBench {
    let isOnTop = Subject<Bool>()
    let draft = Subject<String>()
    let mute = Subject<Bool>()
    let send = Subject<String>()
    let shown = Subject<ArraySlice<MessageRow>>()
    let performed = Subject<(row: MessageRow, action: RowAction)>()
    let reachedEnd = Subject<Void>()
    let timeChanges = Property(0)
    private(set) var title, field, alerts: Log<String>
    private(set) var rows: Log<[MessageRow]>
    private(set) var hasEarlier, isMuted: Log<Bool>
    private(set) var subtitle, typing: Log<String?>
    private var viewModel: ChatViewModel?
    private let open: () -> ChatViewModel

    init(_ chat: ChatID, _ context: AppContext) {
        let dependencies = Dependencies(context, timeChanges: timeChanges.observable)
        open = { ChatViewModel(chat: chat, dependencies: dependencies) }
        let nothing = Subject<String>().observable
        (title, field, alerts) = (Log(nothing), Log(nothing), Log(nothing))
        (rows, hasEarlier) = (Log(Subject().observable), Log(Subject().observable))
        (isMuted, typing) = (Log(Subject().observable), Log(Subject().observable))
        subtitle = Log(Subject().observable)
        enter()
    }

    func enter() {
        let viewModel = open()
        let output = viewModel.transform(
            ChatInput(
                isOnTop: isOnTop.observable,
                draft: draft.observable,
                mute: mute.observable,
                send: send.observable,
                shown: shown.observable,
                performed: performed.observable,
                reachedEnd: reachedEnd.observable
            )
        )
        (title, rows, hasEarlier) = (Log(output.title), Log(output.rows), Log(output.hasEarlier))
        (field, alerts) = (Log(output.field), Log(output.alerts))
        (isMuted, typing, subtitle) = (Log(output.isMuted), Log(output.typing), Log(output.subtitle))
        self.viewModel = viewModel
    }

    var texts: [String] { rows.last?.map(\.text) ?? [] }
    var mine: MessageRow? { rows.last?.last(where: \.isMine) }

    func leave() { viewModel = nil }
}
