/// The server treats the next requests of one kind in an unusual way.
struct ServerHasMood: Fault {
    let mood: ServerMood
    let count: Int
    var kind: String { mood.rawValue }

    init(drawnFrom draw: inout PlanDraw) {
        mood = draw.one(of: ServerMood.allCases)
        count = draw.within(mood == .endlessSync ? 1...1000 : mood == .refusedPush ? 1...20 : 1...3)
    }

    func strike(_ session: SessionRunner) { session.world.moods.set(mood, for: count) }

    /// For refused messages and lost files, the user resends them. For a message that is refused as a duplicate, the user edits it
    /// meanwhile. For refused mutes, the user mutes and unmutes a chat.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        switch mood {
        case .refusedMessage:
            let before = PersonOpensChat(row: draw.number())
            let refused = [PersonSends(text: draw.number()), PersonSends(text: draw.number())]
            let last = PersonSends(text: draw.number())
            return ([before], refused + [TimePasses(seconds: 3), PersonResends(), last])
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
