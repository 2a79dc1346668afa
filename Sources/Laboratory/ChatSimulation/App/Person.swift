import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import ScreenKit
import SimulationKit

/// The simulated user, who performs each step on whatever is on screen.
struct Person: Sendable {
    let actions: AppActions
    let world: SimulatedWorld

    var evidence: Evidence { world.evidence }

    func take(_ step: any PersonStep) async {
        // A screen that the user is leaving cannot be used any more.
        await waitUntilLeft()
        await step.take(self, seeing: actions.shown)
    }

    func waitUntilLeft() async {
        while actions.shown.isLeaving, !actions.shown.isSevered {
            try? await world.executor.clock.sleep(for: .milliseconds(20))
        }
    }

    /// Polls until `holds` is true. Returns `false` after the time limit and more than 100 looks. Returns `true` once
    /// the app has been killed, since nothing is expected of it.
    func see(within limit: Duration = .seconds(10), where holds: (InterfaceSpy.Shown) -> Bool) async -> Bool {
        let begin = world.time
        var looks = 0
        while !actions.shown.isSevered {
            if holds(actions.shown) { return true }
            looks += 1
            if world.time - begin > limit, looks > 100 { return false }
            try? await world.executor.clock.sleep(for: .milliseconds(20))
        }
        return true
    }

    /// Opens the form from the list, and waits until it is on top.
    func openForm(from list: ChatListModule?) async {
        await list?.perform(.createChat)
        let isOpen = await see { $0.stack.last == .createChat }
        evidence.check(.modelAlone, isOpen, "asking for a new chat does not open the form")
    }

    /// Returns what the same screen shows now, or `nil` if it is not on top any more.
    func shown(of pane: InterfaceSpy.Shown.Chat) -> ChatViewState? {
        let now = actions.shown
        return now.isSevered || now.chat?.number != pane.number ? nil : now.chat?.state
    }

    /// Performs an action that sends a message of the user's, noted under an index. The message must be shown with its text, or the app
    /// must say why not. Returns its row; nil without one.
    func send(
        _ action: ChatAction,
        _ text: String,
        notedAs index: Int,
        in pane: InterfaceSpy.Shown.Chat
    ) async -> ChatViewState.Row? {
        letGo(of: pane)
        await pane.module.perform(action)
        guard let now = shown(of: pane) else { return nil }
        let row = now.rows.last { $0.author == .me && $0.text == text }
        let isTold = now.problem != pane.state?.problem
        evidence.check(.sentOnce, row != nil || isTold, "\(text) vanished as it was sent")
        if let row { evidence.noteSent(index, as: row.id) }
        return row
    }

    /// Creates a chat, and checks that the app opens it or says why not.
    func create(_ name: String, _ module: CreateChatModule?) async {
        // Skips a form that is still creating a chat. The user may have given up on an earlier step while the form is
        // busy.
        let shown = actions.shown
        guard shown.form?.state?.isBusy != true else { return }
        let problem = shown.form?.state?.problem
        await module?.perform(.create)
        // Checks at once, because the user may be trying again a little later.
        if isTold(since: problem) { return }
        // Opening the new chat takes a few more jobs.
        try? await actions.interface.executor.clock.sleep(for: .seconds(1))
        let now = actions.shown
        guard !now.isSevered, now.stack.last == .createChat, now.formCount == shown.formCount,
            let form = now.form?.state
        else { return }
        evidence.check(.modelAlone, isTold(since: problem), "creating a chat with \(name) led nowhere: \(form)")
    }

    /// Whether the form says why there is no chat.
    private func isTold(since problem: ScreenProblem?) -> Bool {
        guard let form = actions.shown.form?.state else { return false }
        return !form.isBusy && (form.problem != problem || form.message != nil)
    }
}
