import Chat
import ChatApp
import ChatList
import CreateChat
import ScreenKit
import SimulationKit
import Transport

/// Who uses the app in a session: does what a step says, with whatever is on screen.
struct Person: Sendable {
    let actions: AppActions
    let world: SimulatedWorld

    var evidence: Evidence { world.evidence }

    func take(_ step: any PersonStep) async {
        // A screen that is on its way out cannot be used any more.
        await waitUntilLeft()
        await step.take(self, seeing: actions.shown)
    }

    func waitUntilLeft() async {
        while actions.shown.isLeaving, !actions.shown.isSevered {
            try? await world.executor.clock.sleep(for: .milliseconds(20))
        }
    }

    /// Looks until `holds`, and a good many times however late it is; false when that takes too long. Of an app that has gone
    /// nothing is expected.
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

    /// What the same screen shows now; nil when it is no longer on top.
    func shown(of pane: InterfaceSpy.Shown.Chat) -> ChatViewState? {
        let now = actions.shown
        return now.isSevered || now.chat?.number != pane.number ? nil : now.chat?.state
    }

    /// Creating a chat leads into it, or the person is told why not.
    func create(_ name: String, _ module: CreateChatModule?) async {
        // One that is being made is waited for; the person may have lost patience with the step, not with the chat.
        let shown = actions.shown
        guard shown.form?.state?.isBusy != true else { return }
        let problem = shown.form?.state?.problem
        await module?.perform(.create)
        // Asked at once: a little later, the person may be trying again.
        if isTold(since: problem) { return }
        // The way into the chat takes a few jobs more.
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
