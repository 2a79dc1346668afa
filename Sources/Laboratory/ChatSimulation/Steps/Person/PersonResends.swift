import BehaviourSuite
import Chat
import ChatApp
import ScreenKit
import Transport

/// Sends every failed message of a chat once more; those that are shown to wait now go behind all that waited before.
struct PersonResends: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat else { return }
        // One that the server had taken before it refused it stands where it was taken.
        let taken = Set(await person.world.server.log(of: pane.id).map(\.id))
        let failed = pane.state?.rows.filter { $0.delivery.rank == 0 && !taken.contains($0.id) }.map(\.id) ?? []
        person.evidence.noteResending(failed)
        person.evidence.note("sends \(failed) again")
        await pane.module.perform(.resendFailed)
        let rows = person.shown(of: pane)?.rows ?? []
        person.evidence.noteResent(failed.filter { id in rows.contains { $0.id == id && $0.delivery.rank > 0 } })
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        guard let state = screen.chat, chat != nil else { return }
        let failed = state.rows.filter { $0.delivery.rank == 0 }
        person.evidence.noteResending(failed.map { MessageID($0.id) })
        for row in failed { await person.perform(.resend(row: row.id)) }
    }
}
