import ChatTypes
import SimulationKit
import Testing

@testable import MatrixTransport

/// The users whose servers do not answer.
@Suite struct FailureMemoryTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let memory: FailureMemory<ContactID>

    init() { memory = FailureMemory(clock: executor.clock) }

    @Test func `a user is asked again later and later, up to an hour`() {
        memory.note([ContactID("@a:test")])
        #expect(
            memory.without([ContactID("@a:test"), ContactID("@b:test")]) == [ContactID("@b:test")] && memory.due.isEmpty
        )
        for minutes in [1, 2, 4, 8, 16, 32, 60, 60] {
            executor.run(for: .seconds(60 * minutes - 1))
            #expect(memory.due.isEmpty)
            executor.run(for: .seconds(1))
            #expect(memory.due == [ContactID("@a:test")])
            memory.note([ContactID("@a:test")])
        }
    }

    @Test func `an answer ends the memory, and the next failure begins anew`() {
        memory.note([ContactID("@a:test"), ContactID("@b:test")])
        executor.run(for: .seconds(60))
        memory.note([ContactID("@a:test")])
        memory.forget([ContactID("@a:test")])
        #expect(!memory.contains(ContactID("@a:test")) && memory.contains(ContactID("@b:test")))
        memory.note([ContactID("@a:test")])
        executor.run(for: .seconds(60))
        #expect(memory.due == [ContactID("@a:test"), ContactID("@b:test")])
    }

    @Test func `a failure of an earlier process goes on, or is waited for once if its pause is over`() {
        let (recent, old) = (ContactID("@a:test"), ContactID("@b:test"))
        let memory = FailureMemory(
            clock: executor.clock,
            earlier: [(recent, .seconds(120), .seconds(100)), (old, .seconds(120), .seconds(120))]
        )
        #expect(memory.contains(recent) && !memory.contains(old))
        #expect(memory.without([recent, old]) == [old] && memory.due == [old])
        #expect(memory.note([old]).map(\.pause) == [.seconds(240)])
        #expect(memory.contains(old) && memory.without([old]).isEmpty)
        executor.run(for: .seconds(20))
        #expect(memory.due == [recent] && memory.contains(recent))
        #expect(memory.forget([recent, ContactID("@c:test")]) == [recent])
    }

    @Test func `10,000 users are remembered, and those go on`() {
        let users = (0...10_000).map { ContactID("@\($0):test") }
        #expect(memory.note(users).count == 10_000)
        #expect(memory.contains(users[9999]) && !memory.contains(users[10_000]))
        #expect(memory.note([users[0], users[10_000]]).map(\.subject) == [users[0]])
    }

    @Test func `ids compare by their bytes`() {
        memory.note([ContactID("@\u{E9}:test")])
        #expect(memory.contains(ContactID("@\u{E9}:test")) && !memory.contains(ContactID("@e\u{301}:test")))
    }
}
