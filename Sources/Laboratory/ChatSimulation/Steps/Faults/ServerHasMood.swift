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

    /// What is refused is sent again, and behind it goes what is typed next.
    func surroundings(_ draw: inout PlanDraw) -> (before: [any Step], after: [any Step]) {
        guard mood == .refusedMessage else { return ([], []) }
        let before = PersonOpensChat(row: draw.number())
        let refused = [PersonSends(text: draw.number()), PersonSends(text: draw.number())]
        let last = PersonSends(text: draw.number())
        return ([before], refused + [TimePasses(seconds: 3), PersonResends(), last])
    }
}
