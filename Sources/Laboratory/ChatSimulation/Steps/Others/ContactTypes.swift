import ChatTypes
import SimulatedServer
import Transport

/// A contact begins or stops typing.
struct ContactTypes: OthersStep {
    let chat: Int
    let what: Int

    func happen(in world: SimulatedWorld) async {
        guard let (header, writers) = await world.company(chat) else { return }
        try? await world.server.contactTypes(what % 4 != 0, in: header.id, by: writers[what % writers.count])
    }
}
