import ChatApp
import RuntimeKit
import ScreenKit

/// One input of the loop.
struct LoopInput: Sendable {
    let source: Source
    /// Keeps the sender waiting until the input was handled and drawn.
    var completion: Completion?

    enum Source: Sendable {
        case model(ModelEvent)
        case module(AppModule)
        case terminal(ScreenInput)
    }
}

/// The app's interface: passes view states to the loop, and waits until each is drawn.
///
/// So bursts never pile up: each screen has one state under way, and coalesces later ones.
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
