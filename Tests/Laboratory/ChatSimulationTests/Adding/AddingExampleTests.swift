import Foundation
import Testing
import Transport

@testable import ChatSimulation

/// What the page on adding to the simulation shows is the file beside this one, and it works.
@Suite struct AddingExampleTests {
    @Test func `the page shows what is tested here`() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(contentsOf: here.appending(path: "AddingExample.swift"), encoding: .utf8)
        let page = here.appending(
            path: "../../../../Sources/Laboratory/ChatSimulation/ChatSimulation.docc/AddingToIt.md"
        )
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains("```swift\n\(example)```\n"), "paste AddingExample.swift into AddingToIt.md again")
    }

    @Test func `a step and a fault of one's own are played and counted`() throws {
        let open: [any Step] = [PersonOpensChat(row: 0), TimePasses(seconds: 1)]
        let outcome = try play(to: open + [PersonAsksTwice(), ConnectionsBreak(), TimePasses(seconds: 5), AllIsCalm()])
        #expect(outcome.violations.isEmpty)
        #expect(outcome.faultCounts["connectionsBreak"] == 1)
    }

    @Test func `a promise of one's own is kept by the app, and is seen broken where it is`() throws {
        #expect(try play(to: [BadgeIsLookedAt()]).violations.isEmpty)
        let broken = try play(to: [BadgeIsLookedAt(asIfServerWereEmpty: true)]).violations
        #expect(broken.map(\.invariant) == [.unread])
    }

    @Test func `a planted fault of one's own is found by the promise that it names`() throws {
        let planted = try play(to: [AllIsCalm()], planting: .generousBadge)
        #expect(planted.violations.first.map { PlantedFault.generousBadge.breaks.contains($0.invariant) } == true)
    }

    private func play(to steps: [any Step], planting plant: PlantedFault? = nil) throws -> SessionOutcome {
        var plan = SessionPlan(seed: 3, profile: .none, stepCount: 0)
        let writes = ContactWrites(chat: 0, text: 1, count: 3, images: 0)
        plan.steps = [TimePasses(seconds: 10), writes, TimePasses(seconds: 5), AppIsRestarted()]
        plan.steps += [TimePasses(seconds: 5)] + steps
        return try SessionRunner.run(plan, in: FileManager.default.temporaryDirectory, planting: plant)
    }
}

/// Looks at the badge as a line in `QuietMoment.checks` would.
private struct BadgeIsLookedAt: PersonStep {
    var asIfServerWereEmpty = false

    func take(_ person: Person, seeing shown: InterfaceSpy.Shown) async {
        let server = asIfServerWereEmpty ? [] : await person.world.serverContent()
        BadgeBoundCheck(world: person.world, actions: person.actions).run(server)
    }
}
