import Foundation
import Testing

@testable import ChatSimulation

/// Checks that the example on the page AddingToIt is the tested file beside this one.
@Suite struct AddingExampleTests {
    @Test func `AddingToIt.md contains the tested example`() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(contentsOf: here.appending(path: "AddingExample.swift"), encoding: .utf8)
        let page = here.appending(
            path: "../../../../Sources/Laboratory/ChatSimulation/ChatSimulation.docc/AddingToIt.md"
        )
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains("```swift\n\(example)```\n"), "paste AddingExample.swift into AddingToIt.md again")
    }

    @Test func `a custom step and a custom fault are played and counted`() throws {
        let open: [any Step] = [PersonOpensChat(row: 0), TimePasses(seconds: 1)]
        let outcome = try play(to: open + [PersonAsksTwice(), ConnectionsBreak(), TimePasses(seconds: 5), AllIsCalm()])
        #expect(outcome.violations.isEmpty)
        #expect(outcome.faultCounts["connectionsBreak"] == 1)
    }

    @Test func `a custom invariant holds in the app and reports a violation when broken`() throws {
        #expect(try play(to: [BadgeIsLookedAt()]).violations.isEmpty)
        let broken = try play(to: [BadgeIsLookedAt(asIfServerWereEmpty: true)]).violations
        #expect(broken.map(\.invariant) == [.unread])
    }

    @Test func `a custom planted bug violates the invariant that it names`() throws {
        let planted = try play(to: [AllIsCalm()], planting: .generousBadge)
        #expect(planted.violations.first.map { PlantedBug.generousBadge.breaks.contains($0.invariant) } == true)
    }

    private func play(to steps: [any Step], planting bug: PlantedBug? = nil) throws -> SessionOutcome {
        var plan = SessionPlan(seed: 3, profile: .none, stepCount: 0)
        let writes = ContactWrites(chat: 0, text: 1, count: 3, images: 0)
        plan.steps = [TimePasses(seconds: 10), writes, TimePasses(seconds: 5), AppIsRestarted()]
        plan.steps += [TimePasses(seconds: 5)] + steps
        return try SessionRunner.run(plan, in: FileManager.default.temporaryDirectory, planting: bug)
    }
}

/// A step that checks the badge as a line in `QuietMoment.checks` would.
private struct BadgeIsLookedAt: PersonStep {
    var asIfServerWereEmpty = false

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        let server = asIfServerWereEmpty ? [] : await person.world.serverContent()
        BadgeBoundCheck(world: person.world, actions: person.actions).run(server)
    }
}
