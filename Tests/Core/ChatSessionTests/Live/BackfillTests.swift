import ChatTypes
import Testing

@testable import ChatSession
@testable import ChatStore

@Suite struct BackfillTests {
    private func makeBackfill(_ world: DutyWorld) -> Backfill {
        let backfill = Backfill(world.context, inbox: world.inbox)
        world.begin { await backfill.run() }
        return backfill
    }

    @Test func `the rests between pages begin anew with the next wide gap`() throws {
        let world = try DutyWorld(holding: (1...250).map { message($0) }) { $0.pageSize = 1 }
        _ = makeBackfill(world)
        var rests: [Double] = []
        try world.receive(news([message(1), message(250)]))
        for _ in 1...2 {
            world.run(for: .seconds(200))
            #expect(try world.messages().allSatisfy { !$0.followsGap })
            let times = world.service.requests(.page).map { $0.time / .seconds(1) }
            rests.append(zip(times, times.dropFirst()).map { $1 - $0 }.suffix(246).max() ?? 0)
            world.service.hold((251...500).map { message($0) })
            try world.receive(news([message(500)]))
        }
        #expect(rests.allSatisfy { (10...12).contains($0) }, "\(rests)")
    }

    @Test func `a refused gap is tried again when the user opens its chat`() throws {
        let world = try DutyWorld(holding: (1...5).map { message($0) }) { script in
            script.before = { request, count in
                if request.kind == .page, count == 1 { throw ServiceError.refused(.unknownCursor, text: "Forgotten") }
            }
        }
        let backfill = makeBackfill(world)
        try world.receive(news([message(1), message(5)]))
        world.run(for: .seconds(5))
        #expect(try world.messages().count == 2)
        backfill.open(ada.id)
        backfill.open(ben.id)
        world.run(for: .seconds(5))
        #expect(try world.messages().count == 5)
    }

    @Test func `a page that brings a gap no nearer is reported as unusable`() throws {
        let world = try DutyWorld { $0.pageAnswer = { _, _ in MessagePage(messages: [message(9)], next: nil) } }
        try world.receive(news([message(9)]))
        let backfill = Backfill(world.context, inbox: world.inbox)
        #expect(throws: SessionError.unusablePage) { try world.perform { try await backfill.loadEarlier(in: ada.id) } }
    }

    @Test(arguments: [0, 1])
    func `a cursor behind empty pages is kept unless it is too long`(excess: Int) throws {
        let next = PageCursor(String(repeating: "x", count: Limits.cursorBytes + excess))
        let world = try DutyWorld { $0.pageAnswer = { _, _ in MessagePage(messages: [], next: next) } }
        try world.receive(news([message(9)]))
        let backfill = Backfill(world.context, inbox: world.inbox)
        #expect(throws: SessionError.stillLoading) { try world.perform { try await backfill.loadEarlier(in: ada.id) } }
        let gap = try world.perform { [history = world.history] in
            try await history.read { try $0.earliestGap(in: ada.id) }
        }
        #expect(gap?.cursor == (excess == 0 ? next : PageCursor("before 9")))
    }
}
