import Chat
import ScreenKit
import Transport

extension Person {
    /// Sends every failed message of a chat once more; those that are shown to wait now go behind all that waited before.
    func resend(_ pane: InterfaceSpy.Shown.Chat?) async {
        guard let pane else { return }
        // One that the server had taken before it refused it stands where it was taken.
        let taken = Set(await world.server.log(of: pane.id).map(\.id))
        let failed = pane.state?.rows.filter { $0.delivery.rank == 0 && !taken.contains($0.id) }.map(\.id) ?? []
        evidence.noteResending(failed)
        evidence.note("sends \(failed) again")
        await pane.module.perform(.resendFailed)
        let rows = shown(of: pane)?.rows ?? []
        evidence.noteResent(failed.filter { id in rows.contains { $0.id == id && $0.delivery.rank > 0 } })
    }
}
