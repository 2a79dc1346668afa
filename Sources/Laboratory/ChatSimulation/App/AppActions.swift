import ChatSession
import ChatTypes

/// The user's actions on the running app, apart from its screens.
struct AppActions: Sendable {
    let interface: InterfaceSpy
    let session: Session
    let setFocus: @Sendable (Bool) async -> Void
    let openFromOutside: @Sendable (ChatID, _ replacingTop: Bool) -> Void

    var shown: InterfaceSpy.Shown { interface.shown }
}
