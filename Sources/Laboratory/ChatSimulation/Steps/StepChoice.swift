/// A step that a plan may draw, with its relative weight.
struct StepChoice: Sendable {
    let weight: Int
    let step: @Sendable (_ draw: inout PlanDraw) -> any Step

    init(_ weight: Int, _ step: @escaping @Sendable (_ draw: inout PlanDraw) -> any Step) {
        (self.weight, self.step) = (weight, step)
    }

    /// The steps that sessions draw from.
    static let all = [
        // Moving through the app.
        StepChoice(18) { PersonOpensChat(row: $0.number()) },
        StepChoice(10) { _ in PersonLeaves() },
        StepChoice(4) { PersonCoversChat(row: $0.number()) },
        StepChoice(2) { _ in PersonLooksAway() },
        StepChoice(1) { PersonGlancesAway(milliseconds: $0.number()) },
        StepChoice(4) { _ in PersonLooksBack() },
        StepChoice(3) { _ in AppIsRestarted() },
        StepChoice(2) { AppIsSuspended(minutes: 1 + $0.number() % 600) },
        StepChoice(2) { _ in HistoryIsMoved() },
        // Using the screens.
        StepChoice(8) { PersonCreatesChat(name: $0.number()) },
        StepChoice(1) { PersonTypesName(name: $0.number()) },
        StepChoice(4) { PersonBeginsGroup(name: $0.number()) },
        StepChoice(4) { PersonComesOrGoes(chat: $0.number()) },
        StepChoice(3) { PersonChangesGroup(chat: $0.number(), what: $0.number()) },
        StepChoice(3) { PersonForgets(chat: $0.number()) },
        StepChoice(3) { PersonSearches(word: $0.number()) },
        StepChoice(3) { _ in PersonAsksForMore() },
        StepChoice(6) { PersonScrolls(row: $0.number()) },
        StepChoice(2) { PersonOpensFound(word: $0.number()) },
        StepChoice(2) { _ in PersonSeesDetails() },
        StepChoice(23) { PersonSends(text: $0.number()) },
        StepChoice(4) {
            let number = $0.number()
            return switch number % 6 {
            case 0: PersonBeginsReply(row: number)
            case 3: PersonBeginsEdit(row: number)
            default: PersonDrafts(text: number)
            }
        },
        StepChoice(4) { _ in PersonResends() },
        StepChoice(3) { PersonUnsends(row: $0.number()) },
        StepChoice(4) { PersonEdits(row: $0.number()) },
        StepChoice(3) { PersonReplies(row: $0.number()) },
        StepChoice(4) { PersonReacts(row: $0.number(), text: $0.number()) },
        StepChoice(1) { _ in PersonMutes() },
        StepChoice(3) { PersonMarks(mark: $0.number()) },
        StepChoice(1) { _ in PersonMarksAllRead() },
        StepChoice(7) { PersonEditsAgain(row: $0.flip() ? 0 : $0.number(), pause: $0.number()) },
        StepChoice(7) { PersonReactsAgain(row: $0.number(), text: $0.number(), pause: $0.number()) },
        StepChoice(3) { PersonMovesInHaste(row: $0.number(), text: $0.number()) },
        StepChoice(2) { PersonSendsFromOutside(chat: $0.number()) },
        StepChoice(6) { PersonOpensThread(row: $0.number(), text: $0.number()) },
        StepChoice(7) { PersonSendsFile(file: $0.number()) },
        StepChoice(5) { PersonFetchesFile(file: $0.number()) },
        StepChoice(3) { PersonCancelsFetch(file: $0.number()) },
        StepChoice(2) { PersonSavesFile(file: $0.number()) },
        // Outside of the app.
        StepChoice(2) { _ in HistoryIsReadBeside() },
        StepChoice(1) { ChatIsMutedElsewhere(chat: $0.number()) },
        StepChoice(2) { ChatIsReadElsewhere(chat: $0.number(), what: $0.number()) },
        StepChoice(2) { ChatIsMarkedElsewhere(chat: $0.number()) },
        StepChoice(13) { ContactWrites(drawnFrom: &$0) },
        StepChoice(9) { ContactSendsFile(chat: $0.number(), file: $0.number()) },
        StepChoice(4) { ContactTypes(chat: $0.number(), what: $0.number()) },
        StepChoice(2) { ContactRemoves(chat: $0.number(), message: $0.number()) },
        StepChoice(2) { ContactEdits(chat: $0.number(), message: $0.number()) },
        StepChoice(3) { ContactReplies(chat: $0.number(), message: $0.number()) },
        StepChoice(6) {
            ContactWritesInThread(chat: $0.number(), message: $0.number(), count: 1 + $0.number() % 4)
        },
        StepChoice(4) { ContactReacts(chat: $0.number(), message: $0.number(), text: $0.number()) },
        StepChoice(3) { ContactChangesGroup(chat: $0.number(), what: $0.number()) },
        StepChoice(6) { MemberChanges(chat: $0.number(), what: $0.number()) },
    ]
}

extension [StepChoice] {
    /// Draws a step by weight.
    func draw(_ draw: inout PlanDraw) -> any Step {
        var left = draw.below(reduce(0) { $0 + $1.weight })
        var index = 0
        while left >= self[index].weight {
            left -= self[index].weight
            index += 1
        }
        return self[index].step(&draw)
    }
}
