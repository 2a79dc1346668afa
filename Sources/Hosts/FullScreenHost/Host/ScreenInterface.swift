import ChatApp
import HostKit
import RuntimeKit
import ScreenKit
import Verification

/// One input of the loop.
struct LoopInput: Sendable {
    let source: Source
    /// Keeps the sender waiting until the input was handled and drawn.
    var completion: Completion?

    enum Source: Sendable {
        case model(ModelEvent)
        case module(AppModule)
        case terminal(TerminalInput)
    }
}

/// The app's interface: passes view states to the loop, and waits until each is drawn.
///
/// So bursts never pile up: each screen has one state under way, and coalesces later ones.
struct ScreenInterface: AppInterface {
    let inbox: CoalescingQueue<LoopInput>
    /// Reads the sizes of pictures; nil if no pictures are shown.
    let pictures: PictureSizes?

    func view(for module: AppModule) -> RenderedScreen {
        inbox.post(LoopInput(source: .module(module)))
        switch module {
        case .chatList(let screen): return screen.rendered { await show(.list($0)) }
        case .createChat(let screen): return screen.rendered { await show(.form($0)) }
        case .chat(let screen, _), .thread(let screen, _, _):
            return screen.rendered { await show(.chat($0, files: pictures?.pictures(in: $0))) }
        default:
            // Every other screen has a panel: the table of kinds says so.
            let name = module.screen.name
            return name.panel?.rendered(module) { await show(.screen($0, on: name)) } ?? module.unseen
        }
    }

    func show(_ stack: [AppScreen]) async { await show(.stack(stack)) }

    func show(badge: Int) async { await show(.badge(badge)) }

    func notify(_ notification: AppNotification) async { await show(.notification(notification)) }

    func report(_ verification: VerificationViewState) async { await show(.reported(verification)) }

    private func show(_ event: ModelEvent) async {
        await Completion.wait { inbox.post(LoopInput(source: .model(event), completion: $0)) }
    }
}
