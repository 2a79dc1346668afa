import ChatApp
import ChatSession
import ChatStore
import SimulationKit

/// A check of all invariants once the network, the disk and the server have worked long enough.
struct QuietCheck: Sendable {
    let world: SimulatedWorld
    let actions: AppActions
    let session: Session

    func run() async {
        await actions.setFocus(true)
        if actions.shown.stack.last == .createChat { await SuggestionCheck(world: world, actions: actions).run() }
        try? await world.executor.clock.sleep(for: .seconds(5))
        if actions.shown.status != nil {
            // A connection made before the calm still ends at its planned time, and the app is about to reconnect.
            try? await world.executor.clock.sleep(for: .seconds(3))
        }
        let server = await world.serverContent()
        do {
            let history = try await session.read { [evidence = world.evidence] reader in
                let history = try StoredHistory(reader)
                try UnreadCheck(evidence: evidence).run(history, reader)
                return history
            }
            let moment = QuietMoment(
                world: world,
                actions: actions,
                session: session,
                server: server,
                history: history
            )
            for check in QuietMoment.checks { await check(moment) }
        } catch {
            world.evidence.check(.complete, false, "the history cannot be read: \(error)")
        }
    }
}

/// The objects of a check: the server's log, the exported history, and the running app.
struct QuietMoment: Sendable {
    let world: SimulatedWorld
    let actions: AppActions
    let session: Session
    let server: [ServerChatContent]
    let history: StoredHistory

    /// The checks in the order in which they run. To add an invariant, write a file with its check and add a line
    /// here.
    static let checks: [@Sendable (QuietMoment) async -> Void] = [
        { EncryptionCheck(world: $0.world, server: $0.server, history: $0.history).run() },
        { moment in
            let pane = moment.actions.shown.openChat
            HistoryCheck(evidence: moment.world.evidence, server: moment.server, history: moment.history)
                .run(lookingAt: pane?.id, upTo: pane?.place?.row)
        },
        { await FileCheck(world: $0.world, server: $0.server, session: $0.session).run() },
        { NotificationCheck(evidence: $0.world.evidence).run($0.history) },
        { ScreenCheck(world: $0.world, actions: $0.actions).run($0.server, $0.history) },
        { AnswerCheck(world: $0.world, actions: $0.actions).run($0.server, $0.history) },
        { PollCheck(world: $0.world, actions: $0.actions).run($0.server, $0.history) },
        { ThreadCheck(world: $0.world, actions: $0.actions).run($0.server, $0.history) },
        { await PortraitCheck(world: $0.world, actions: $0.actions).run($0.server) },
        { await SearchCheck(world: $0.world, actions: $0.actions).run($0.history) },
        { await ConnectionCheck(world: $0.world, actions: $0.actions).run() },
        { DetailsCheck(world: $0.world, actions: $0.actions).run($0.server, $0.history) },
        { await ScrollCheck(world: $0.world, actions: $0.actions, session: $0.session).run() },
        { await FreshRenderCheck(world: $0.world, actions: $0.actions, session: $0.session).run() },
    ]
}
