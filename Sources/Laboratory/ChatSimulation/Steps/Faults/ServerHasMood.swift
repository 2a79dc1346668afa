/// The server treats the next requests of one kind in an unusual way.
struct ServerHasMood: Fault {
    let mood: ServerMood
    let count: Int
    var kind: String { mood.rawValue }

    init(drawnFrom draw: inout PlanDraw) {
        let drawn = draw.one(of: ServerMood.drawn)
        let number = draw.within(drawn == .endlessSync ? 1...1000 : drawn == .refusedPush ? 1...20 : 1...3)
        (mood, count) = drawn == .refusedMessage && number == 3 ? (.longWait, 1) : (drawn, number)
    }

    func strike(_ session: SessionRunner) {
        // An architecture of the comparison shows what the session tells of a wait among its notifications of messages.
        session.world.moods.set(mood == .longWait && !(session.app is ViperRun) ? .refusedMessage : mood, for: count)
    }

    /// For refused messages and lost files, the user resends them, or is elsewhere when they are refused. For a long wait, likewise. For a message that is refused as a duplicate, the user edits it
    /// meanwhile. For refused mutes, the user mutes and unmutes a chat.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        switch mood {
        case .refusedMessage:
            let before = PersonOpensChat(row: draw.number())
            let refused = [PersonSends(text: draw.number()), PersonSends(text: draw.number())]
            let last = PersonSends(text: draw.number())
            if count == 2 { return ([before], refused + [PersonLeaves(), TimePasses(seconds: 3)]) }
            return ([before], refused + [TimePasses(seconds: 3), PersonResends(), last])
        case .longWait:
            let before = PersonOpensChat(row: draw.number())
            let numbers = (draw.number(), draw.number(), draw.number())
            let waits: [any Step] = [PersonSends(text: numbers.0), TimePasses(seconds: 3)]
            if numbers.1.isMultiple(of: 2) { return ([before], waits + [PersonLeaves()]) }
            return ([before], waits + [PersonResends(), PersonSends(text: numbers.2)])
        case .duplicateMessage:
            // The edit meets a message that the server has, and says so only afterwards.
            let sends: [any Step] = [PersonOpensChat(row: draw.number()), PersonSends(text: draw.number())]
            return ([], sends + [PersonEdits(row: 0), TimePasses(seconds: 3), PersonEdits(row: 0)])
        case .lostFile:
            let sends: [any Step] = [PersonOpensChat(row: draw.number()), PersonSendsFile(file: draw.number())]
            let resends = (0...count).flatMap { _ in [TimePasses(seconds: 4), PersonResends()] as [any Step] }
            return ([], sends + resends)
        case .refusedMute:
            // One mute more than will be refused, so that the last is accepted.
            let mutes = (0...count).flatMap { _ in [PersonMutes(), TimePasses(seconds: 3)] as [any Step] }
            return ([PersonOpensChat(row: draw.number())], mutes)
        default: return ([], [])
        }
    }
}
