/// The server does the next so many requests of a kind in a way of its own.
struct ServerHasMood: Fault {
    let mood: ServerMood
    let count: Int
    var kind: String { mood.rawValue }

    init(drawnFrom draw: inout PlanDraw) {
        mood = draw.one(of: ServerMood.allCases)
        count = draw.within(mood == .endlessSync ? 1...1000 : mood == .refusedPush ? 1...20 : 1...3)
    }

    func strike(_ session: SessionRunner) { session.world.moods.set(mood, for: count) }

    /// What is refused is sent again, and behind it goes what is typed next; a chat is muted, and heard again.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        switch mood {
        case .refusedMessage:
            let before = PersonOpensChat(row: draw.number())
            let refused = [PersonSends(text: draw.number()), PersonSends(text: draw.number())]
            let last = PersonSends(text: draw.number())
            return ([before], refused + [TimePasses(seconds: 3), PersonResends(), last])
        case .refusedMute:
            // One is refused, and one is taken.
            let mutes = (0...count).flatMap { _ in [PersonMutes(), TimePasses(seconds: 3)] as [any Step] }
            return ([PersonOpensChat(row: draw.number())], mutes)
        default: return ([], [])
        }
    }
}
