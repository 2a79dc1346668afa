import ChatSession
import ChatStore
import ChatTypes
import SimulationKit
import Testing

@Suite struct PresenceTests {
    @Test func `the server is told when focus is lost and regained`() throws {
        let world = try SessionWorld()
        for isFocused in [false, false, true] {
            world.session.setFocus(isFocused)
            world.run(for: .seconds(1))
        }
        #expect(world.service.requests(.presence).map(\.what) == ["away", "active"])
    }

    @Test(arguments: Seeds.upTo(50))
    func `only the latest presence is sent`(seed: UInt64) throws {
        let world = try SessionWorld(seed: seed) { script in
            script.before = { request, count in
                if request.kind == .presence, count < 4 { throw ServiceError.unreachable }
            }
        }
        world.session.setFocus(false)
        world.run(for: .milliseconds(100))
        let changes = seed.isMultiple(of: 2) ? [true, false] : [true, false, true]
        for isFocused in changes { world.session.setFocus(isFocused) }
        world.run(for: .seconds(300))
        let told = world.service.requests(.presence).map(\.what)
        #expect(told.last == (changes.last == true ? "active" : "away"))
        #expect(told.count { $0 == "active" } <= (changes.last == true ? 3 : 0))
    }

    @Test func `a refused presence is not retried`() throws {
        let world = try SessionWorld { script in
            script.before = { request, _ in
                if request.kind == .presence { throw ServiceError.refused(.unknownChat, text: "No") }
            }
        }
        world.session.setFocus(false)
        world.run(for: .seconds(300))
        #expect(world.service.requests(.presence).count == 1)
    }

    @Test func `a change of focus invalidates every query`() throws {
        let (world, heard) = (try SessionWorld(), Counter())
        world.listen(to: .chat(ada.id), heard)
        world.run(for: .seconds(1))
        let before = heard.value
        world.session.setFocus(false)
        world.run(for: .seconds(1))
        #expect(heard.value == before + 1)
        #expect(!world.session.focus.isFocused)
    }
}
