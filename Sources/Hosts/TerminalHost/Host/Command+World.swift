extension Command {
    /// Whether it is done in a world; the others only need the files.
    var needsWorld: Bool {
        switch self {
        case .chat, .list, .show, .send: true
        case .search, .export, .import, .login, .logout, .whoami: false
        }
    }

    /// Does what the command says in a world, asking for lines of input if it takes any.
    func run(
        in world: AppContainer,
        printer: Printer,
        nextEvent: @escaping @Sendable () async -> InputEvent
    ) async -> ExitCode {
        let oneShot = OneShotCommand(world: world, printer: printer)
        switch self {
        case .chat: return await ChatCommand(world: world, printer: printer).run(nextEvent: nextEvent)
        case .list: return await oneShot.run { try await $0.list() }
        case .show(let excerpt): return await oneShot.run { try await $0.show(excerpt) }
        case .send(let contact, let text): return await oneShot.run { try await $0.send(text, to: contact) }
        // They need no world.
        case .search, .export, .import, .login, .logout, .whoami: return .software
        }
    }
}
