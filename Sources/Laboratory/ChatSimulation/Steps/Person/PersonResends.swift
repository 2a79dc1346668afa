import Chat
import ChatApp
import ChatTypes
import DriverKit
import ScreenKit
import SimulatedServer
import Transport

/// The user resends every failed message of a chat. Those shown as waiting go to the end of the queue.
struct PersonResends: PersonStep {
    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        guard let pane = shown.openChat else { return }
        // A message accepted by the server before it was refused keeps its position there.
        let taken = Set(await person.world.server.log(of: pane.id).map(\.id))
        let rows = pane.state?.rows ?? []
        let failed = rows.filter { $0.delivery.rank == 0 && !taken.contains($0.id) }.map(\.id)
        // Messages that failed outside the window are sent again as well, unseen.
        let unseen = person.evidence.ids(typedIn: pane.id).filter { id in
            !taken.contains(id) && !rows.contains { $0.id == id }
        }
        person.evidence.noteResending(failed + unseen)
        person.evidence.note("sends \(failed) again")
        await pane.module.perform(.resendFailed)
        let resent = person.shown(of: pane)?.rows ?? []
        person.evidence.noteResent(failed.filter { id in resent.contains { $0.id == id && $0.delivery.rank > 0 } })
    }

    func take(_ person: PhonePerson, seeing screen: PhoneScreen, in chat: ChatID?) async {
        guard let state = screen.chat, chat != nil else { return }
        let failed = state.rows.filter { $0.delivery.rank == 0 }
        person.evidence.noteResending(failed.map { MessageID($0.id) })
        for row in failed { await person.perform(.resend(row: row.id)) }
    }
}
