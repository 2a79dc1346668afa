import SimulatedServer
import Transport

/// The server restarts from its journal, and every connection breaks.
struct ServerRestarts: Fault {
    var kind: String { "serverRestart" }

    func strike(_ session: SessionRunner) throws {
        try session.drive { [world = session.world] in
            do { try await world.server.restart() } catch {
                world.evidence.check(.complete, false, "the server could not restart: \(error)")
            }
        }
        session.app?.transport.breakConnections()
    }
}
