import ChatTypes
import CreateChat
import ScreenKit
import SimulatedServer
import Transport

/// A check that suggestions match the text typed last, whatever was typed before.
struct SuggestionCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions

    func run() async {
        guard let module = actions.shown.form?.module, actions.shown.form?.state?.isBusy == false else { return }
        await module.perform(.type("Zo"))
        await module.perform(.type("Ad"))
        let matching = (try? await world.connection.contacts(matching: "Ad", limit: 1000)) ?? []
        let shown = actions.shown.form?.state?.suggestions ?? []
        let names = matching.map { world.matrix == nil ? $0.name : "\($0.name) (\($0.user))" }
        let isRight = shown.count == min(8, matching.count) && Set(shown).isSubset(of: names)
        world.evidence.check(.modelAlone, isRight, "suggestions for Ad are \(shown)")
    }
}
