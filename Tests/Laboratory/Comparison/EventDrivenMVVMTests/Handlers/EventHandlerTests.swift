import Testing

@testable import EventDrivenMVVM

@Suite struct EventHandlerTests {
    private final class Owner {}

    private let handler = EventHandler<Int>()
    private let log = Log()

    private func register(_ name: String) -> Owner {
        let owner = Owner()
        handler.register(owner) { [log] event, _ in log.note("\(name) \(event)") }
        return owner
    }

    @Test func `listeners hear of an event in the order in which they came`() {
        let owners = [register("a"), register("b")]
        handler.handle(1, AppModel())
        #expect(log.notes == ["a 1", "b 1"])
        withExtendedLifetime(owners) {}
    }

    @Test func `a listener that has unregistered hears nothing`() {
        let owners = [register("a"), register("b")]
        handler.unregister(owners[0])
        handler.handle(1, AppModel())
        #expect(log.notes == ["b 1"])
    }

    @Test func `who is unregistered meanwhile hears nothing, who registers meanwhile hears of the next event`() {
        let (first, second, third) = (Owner(), Owner(), Owner())
        handler.register(first) { [unowned handler, log] event, _ in
            log.note("first \(event)")
            handler.unregister(second)
            if event == 1 { handler.register(third) { event, _ in log.note("third \(event)") } }
        }
        handler.register(second) { [log] event, _ in log.note("second \(event)") }
        handler.handle(1, AppModel())
        handler.handle(2, AppModel())
        #expect(log.notes == ["first 1", "first 2", "third 2"])
    }

    @Test func `each listener gets the model as it is by then`() {
        var model = AppModel()
        let owners = [Owner(), Owner()]
        handler.register(owners[0]) { _, _ in model.chatProblem = "changed" }
        handler.register(owners[1]) { [log] _, model in log.note(model.chatProblem ?? "unchanged") }
        handler.handle(1, model)
        #expect(log.notes == ["changed"])
    }
}
