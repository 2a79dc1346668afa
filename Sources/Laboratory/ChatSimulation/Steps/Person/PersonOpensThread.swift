import Chat
import ChatApp
import ChatTypes
import ScreenKit
import SimulationKit

/// The user opens the thread of a visible message, or begins one with it, and writes an answer there or, in one of three cases, a
/// draft.
struct PersonOpensThread: PersonStep {
    let row: Int
    let text: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        // The simulated homeserver has no threads.
        guard person.world.matrix == nil, let pane = shown.openChat, let root = root(in: pane) else { return }
        person.actions.interface.noteCovering(by: nil)
        person.evidence.note("opens the thread of \(root)")
        await pane.module.perform(.openThread(root))
        let stack = shown.stack + [.thread(root, of: pane.id)]
        let isOpen = await person.see { $0.stack == stack && $0.openThread?.state != nil }
        let now = person.actions.shown
        person.evidence.check(.threads, isOpen, "opening the thread of \(root) shows \(now.stack)")
        guard let thread = now.openThread else { return }
        if text.isMultiple(of: 3) { await draft(in: thread, person) } else { await write(in: thread, person) }
    }

    /// Selects a message that the server has: in one of two cases, one that begins a thread already.
    private func root(in pane: InterfaceSpy.Shown.Chat) -> MessageID? {
        let rows = pane.state?.rows.filter { $0.event == nil && $0.delivery.rank >= Delivery.sent.rank } ?? []
        let roots = rows.filter { $0.thread != nil }
        let choices = row.isMultiple(of: 2) && !roots.isEmpty ? roots[...] : rows.suffix(8)
        return choices.isEmpty ? nil : choices[choices.startIndex + row / 2 % choices.count].id
    }

    private func write(in thread: InterfaceSpy.Shown.Thread, _ person: Person) async {
        let evidence = person.evidence
        let text = "typed \(evidence.with { $0.typed.count })"
        let index = evidence.noteWriting(text, inThread: thread.root, of: thread.chat)
        evidence.note("writes \(text) in the thread of \(thread.root)")
        let problem = thread.state?.problem
        await thread.module.perform(.send(text))
        let shown = person.actions.shown
        guard let now = shown.openThread, now.root == thread.root, now.chat == thread.chat else { return }
        let answer = now.state?.rows.last { $0.author == .me && $0.text == text }
        let isTold = now.state?.problem != problem
        evidence.check(.sentOnce, answer != nil || isTold, "\(text) vanished as it was sent in a thread")
        if let answer { evidence.noteSent(index, as: answer.id) }
        let isAlone = shown.chat?.state?.rows.contains { $0.author == .me && $0.text == text } != true
        evidence.check(.threads, isAlone, "\(text) was written in a thread and stands outside it")
    }

    /// Types a text without sending it, and waits until it must be kept.
    private func draft(in thread: InterfaceSpy.Shown.Thread, _ person: Person) async {
        let (evidence, target, draft) = (person.evidence, DraftTarget.thread(thread.root), "draft \(text)")
        let refused = person.world.disk.refusedCount
        evidence.noteUnfinished(nil, of: target, in: thread.chat)
        await thread.module.perform(.draft(draft))
        try? await person.world.executor.clock.sleep(for: .seconds(1))
        let now = person.actions.shown
        guard now.openThread?.root == thread.root, person.world.disk.refusedCount == refused else { return }
        evidence.noteUnfinished(draft, of: target, in: thread.chat)
    }

    /// Stays in the thread in one of two cases.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        ([PersonOpensChat(row: draw.number())], draw.flip() ? [PersonLeavesThread()] : [])
    }
}

/// The user leaves a thread. Its chat must be on top again, unchanged.
struct PersonLeavesThread: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let thread = shown.openThread else { return }
        person.actions.interface.noteLeaving()
        await thread.module.perform(.leave)
        let isLeft = await person.see { $0.stack == shown.stack.dropLast() && $0.chat?.number == shown.chat?.number }
        person.evidence.check(.threads, isLeft, "there is no way out of the thread of \(thread.root)")
    }
}
