import ChatApp
import RuntimeKit
import ScreenKit

/// What the loop reads.
struct LoopInput: Sendable {
    let source: Source
    /// Who waits until it is handled and shown; held, it makes them wait.
    var completion: Completion?

    enum Source: Sendable {
        case model(ModelEvent)
        case module(AppModule)
        case terminal(ScreenInput)
    }
}

/// The app's interface: passes on to the loop whatever it is told, and waits with each state until it is shown.
///
/// So a burst of states never piles up: each screen has one under way, and makes one of all that comes meanwhile.
struct ScreenInterface: AppInterface {
    let inbox: CoalescingQueue<LoopInput>

    func view(for module: AppModule) -> RenderedScreen {
        inbox.post(LoopInput(source: .module(module)))
        if case .chatList(let screen) = module { return screen.rendered { await show(.list($0)) } }
        if case .createChat(let screen) = module { return screen.rendered { await show(.form($0)) } }
        if case .chat(let screen, _) = module { return screen.rendered { await show(.chat($0)) } }
        if case .details(let screen, _) = module { return screen.rendered { await show(.details($0)) } }
        return module.unseen
    }

    func show(_ stack: [AppScreen]) async { await show(.stack(stack)) }

    func show(badge: Int) async { await show(.badge(badge)) }

    func notify(_ notification: AppNotification) async { await show(.notification(notification)) }

    private func show(_ event: ModelEvent) async {
        await Completion.wait { inbox.post(LoopInput(source: .model(event), completion: $0)) }
    }
}
