import Chat
import ChatApp
import ChatTypes
import ScreenKit

extension InterfaceSpy.Shown {
    /// The screen of a thread, above its chat.
    struct Thread: Sendable {
        let root: MessageID
        let chat: ChatID
        let module: ChatModule
        var state: ChatViewState?
    }

    /// The thread's screen, if it is on top.
    var openThread: Thread? {
        guard case .thread(let root, let chat, _) = stack.last, thread?.root == root, thread?.chat == chat else {
            return nil
        }
        return thread
    }

    /// The thread that the user is looking at.
    var threadLookedAt: Thread? { isFocused && !isLeaving && !isCovering ? openThread : nil }
}

extension InterfaceSpy {
    /// Draws a thread's screen. Its rows count as seen while it is on top and the app has focus.
    func render(_ new: ChatViewState, ofThread root: MessageID, in chat: ChatID) {
        let shown = change { shown in
            guard shown.thread?.root == root, shown.thread?.chat == chat else { return }
            shown.thread?.state = new
        }
        seeThread(shown)
    }

    /// Reports the rows of the thread on top as visible.
    func seeThread(_ shown: Shown) {
        guard let thread = shown.threadLookedAt, let rows = thread.state?.rows, let last = rows.last else { return }
        world.evidence.noteSeen(rows.map(\.id), at: world.time)
        thread.module.send(.rowsVisible(upTo: last.id))
    }
}
