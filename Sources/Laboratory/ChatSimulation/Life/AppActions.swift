import ChatSession
import Transport

/// What a person can do with the running app apart from its screens.
struct AppActions: Sendable {
    let interface: InterfaceSpy
    let session: Session
    let setFocus: @Sendable (Bool) async -> Void
    let openFromOutside: @Sendable (ChatID, _ replacingTop: Bool) -> Void

    var shown: InterfaceSpy.Shown { interface.shown }
}
