/// One of the steps that a plan draws from, as often as its weight says: what a new step has to be added to.
struct StepChoice: Sendable {
    let weight: Int
    /// The step, with numbers below 1000 that choose among what will be there.
    let step: @Sendable (_ number: () -> Int) -> Step

    private init(_ weight: Int, _ step: @escaping @Sendable (_ number: () -> Int) -> Step) {
        (self.weight, self.step) = (weight, step)
    }

    /// Draws a step by numbers that are random below a bound.
    static func draw(_ random: (_ bound: Int) -> Int) -> Step {
        var left = random(total)
        let choice = all.first { choice in
            left -= choice.weight
            return left < 0
        }
        return choice?.step { random(1000) } ?? .calm
    }

    private static let total = all.reduce(0) { $0 + $1.weight }

    private static let all = [
        // The person goes about.
        StepChoice(18) { .open(row: $0()) },
        StepChoice(10) { _ in .leave },
        StepChoice(4) { .cover(row: $0()) },
        StepChoice(2) { _ in .lookAway },
        StepChoice(1) { .glance(milliseconds: $0()) },
        StepChoice(4) { _ in .lookBack },
        StepChoice(3) { _ in .restart },
        StepChoice(2) { .suspend(minutes: 1 + $0() % 600) },
        StepChoice(2) { _ in .moveHistory },
        // On the screens.
        StepChoice(8) { .create(name: $0()) },
        StepChoice(1) { .type(name: $0()) },
        StepChoice(4) { .beginGroup(name: $0()) },
        StepChoice(4) { .comeOrGo(chat: $0()) },
        StepChoice(3) { .search(word: $0()) },
        StepChoice(3) { _ in .more },
        StepChoice(23) { .send(text: $0()) },
        StepChoice(4) { .draft(text: $0()) },
        StepChoice(4) { _ in .resend },
        StepChoice(3) { .unsend(row: $0()) },
        StepChoice(4) { .edit(row: $0()) },
        StepChoice(1) { _ in .mute },
        StepChoice(7) { .attach(file: $0()) },
        StepChoice(5) { .fetch(file: $0()) },
        StepChoice(3) { .cancelFetch(file: $0()) },
        StepChoice(2) { .saveFile(file: $0()) },
        // Elsewhere.
        StepChoice(1) { .muteElsewhere(chat: $0()) },
        StepChoice(13) { number in
            let isBurst = number() < 200
            return .contactWrites(
                chat: number(),
                text: number(),
                count: isBurst ? 10 + number() % 51 : 1,
                images: number() < 167 ? 2 : 0
            )
        },
        StepChoice(9) { .contactSendsFile(chat: $0(), file: $0()) },
        StepChoice(4) { .contactTypes(chat: $0(), what: $0()) },
        StepChoice(2) { .contactRemoves(chat: $0(), message: $0()) },
        StepChoice(2) { .contactEdits(chat: $0(), message: $0()) },
        StepChoice(6) { .memberChanges(chat: $0(), what: $0()) },
    ]
}
