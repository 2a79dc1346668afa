/// The steps about polls, in one of three sessions.
///
/// They are drawn apart from the other steps, and put between them: the other sessions are as they would be without polls.
enum PollSteps {
    /// The number of other steps below which a session has no polls.
    static let leastStepCount = 20

    /// Puts polls into sessions that are not known as the first to find a planted bug.
    private static let salt: UInt64 = 19924

    /// Returns the steps of a session with those about polls among them, before the quiet moment at the end.
    static func added(to steps: [any Step], of seed: UInt64) -> [any Step] {
        var draw = PlanDraw(seed: seed ^ salt)
        guard draw.chance(oneIn: 3) else { return steps }
        var groups = [question(&draw)]
        for _ in 0..<draw.within(5...10) { groups.append(one(&draw)) }
        let places = groups.map { _ in draw.below(steps.count) }.sorted()
        var (all, next) = ([any Step](), 0)
        for (index, step) in steps.enumerated() {
            while next < groups.count, places[next] == index {
                all += groups[next]
                next += 1
            }
            all.append(step)
        }
        return all
    }

    private static func question(_ draw: inout PlanDraw) -> [any Step] {
        draw.flip()
            ? [ContactAsksPoll(chat: draw.number(), poll: draw.number())]
            : [PersonOpensChat(row: draw.number()), PersonAsksPoll(text: draw.number())]
    }

    private static func one(_ draw: inout PlanDraw) -> [any Step] {
        let pause = TimePasses(seconds: draw.below(4))
        switch draw.below(12) {
        case 0...1: return question(&draw) + [pause]
        case 2...4: return [ContactVotes(poll: draw.number(), choice: draw.number()), pause]
        case 5: return [ContactEndsPoll(poll: draw.number()), pause]
        case 6: return [PersonOpensChat(row: draw.number()), PersonEndsPoll(row: draw.number()), pause]
        default:
            // In one of two cases the user changes their mind before the answer may have come.
            let vote = PersonVotes(row: draw.number(), choice: draw.number())
            let again: [any Step] = draw.flip() ? [PersonVotes(row: vote.row, choice: draw.number())] : []
            let end: any Step = draw.chance(oneIn: 6) ? HistoryIsMoved() : pause
            return [PersonOpensChat(row: draw.number()), vote] + again + [end]
        }
    }
}
