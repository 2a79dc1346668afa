import Chat
import ChatApp
import ChatSession
import ChatTypes
import Foundation
import ScreenKit
import SimulationKit

/// The user sends a unique file, which is removed as soon as that is done, and may then delete the message. A file
/// that is no picture comes with a text. Every third file is sent through the session directly, as by an app without
/// screens.
struct PersonSendsFile: PersonStep {
    let file: Int

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat else { return }
        let chat = pane.id
        let (world, evidence) = (person.world, person.evidence)
        let index = evidence.with { $0.typed.count }
        let file = SentFile(number: self.file, index: index, seed: world.seed)
        let text = file.imageCount > 0 && self.file.isMultiple(of: 2) ? "" : "typed \(index)"
        let path = world.folder.appending(path: file.name)
        guard (try? Data(file.bytes).write(to: path)) != nil else { return }
        defer { try? FileManager.default.removeItem(at: path) }
        _ = evidence.noteSending(file, with: text, in: chat, draft: person.actions.shown.chat?.state?.draft)
        evidence.note("sends \(file.name), \(file.byteCount) bytes, in \(chat)")
        var id: MessageID?
        if !self.file.isMultiple(of: 3) {
            id = await send(file, at: path.path, with: text, person, pane)
        } else {
            do { id = try await person.actions.session.send(fileAt: path.path, text: text, to: chat) } catch {
                // A cancelled caller does not know whether the file is sent.
                if !(error is CancellationError) { evidence.noteNeverSent(index) }
            }
        }
        guard let id else { return }
        evidence.noteSent(index, as: id)
        if self.file % 6 == 1 { await takeBack(id, in: chat, after: .milliseconds(self.file * 2), person) }
    }

    /// Sends a file, and checks that it has a row or the app says why not.
    private func send(
        _ file: SentFile,
        at path: String,
        with text: String,
        _ person: Person,
        _ pane: InterfaceSpy.Shown.Chat
    ) async -> MessageID? {
        person.letGo(of: pane)
        await pane.module.perform(.sendFile(path: path, text: text))
        let now = person.shown(of: pane)
        await person.scrollDown(pane)
        guard let now else { return nil }
        let row = now.rows.last { $0.author == .me && $0.file?.name == file.name }
        let isTold = now.problem != pane.state?.problem
        person.evidence.check(.sentOnce, row != nil || isTold, "\(file.name) vanished as it was sent")
        return row?.id
    }

    private func takeBack(_ message: MessageID, in chat: ChatID, after pause: Duration, _ person: Person) async {
        try? await person.world.executor.clock.sleep(for: pause)
        person.evidence.note("takes \(message) back")
        person.evidence.noteRemoving(message)
        guard (try? await person.actions.session.delete(message, in: chat)) != nil else { return }
        person.evidence.noteRemoved(message)
    }

    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        ([PersonOpensChat(row: draw.number())], [])
    }
}
