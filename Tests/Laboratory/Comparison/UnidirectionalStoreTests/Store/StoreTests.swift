import OneThread
import PhoneKit
import PhoneTesting
import Testing

@testable import UnidirectionalStore

@Suite struct StoreTests {
    private struct Counter: Equatable {
        var sum = 0
        var other = 0
        var effects: [Int: Effect<Int>] = [:]

        static func == (left: Counter, right: Counter) -> Bool { left.sum == right.sum && left.other == right.other }
    }

    /// A subject whose reducer adds up actions and returns the effect stored for each.
    private final class Subject {
        let store: Store<Counter, Int>
        var seen: [Int] = []

        init(_ queue: MainQueue, effects: [Int: Effect<Int>] = [:]) {
            store = Store(Counter(effects: effects), queue: queue, reduce: Self.reduce)
        }

        private static func reduce(into state: inout Counter, _ action: Int) -> Effect<Int> {
            if action == 100 { state.other += 1 } else { state.sum += action }
            return state.effects[action] ?? .none
        }

        func observe() {
            store.observe(\.sum, by: self) { $0.seen.append($1) }
        }
    }

    private final class Observer {
        var seen: [Int] = []
    }

    private func phone(_ effects: [Int: Effect<Int>] = [:]) throws -> TestPhone<Subject> {
        try TestPhone { context in Subject(context.queue, effects: effects) }
    }

    @Test func `an observed part is shown at once and again only after it changes`() throws {
        try phone().perform { subject, _ in
            subject.observe()
            for action in [1, 0, 100, 2] { subject.store.send(action) }
            #expect(subject.seen == [0, 1, 3])
        }
    }

    @Test func `an action sent by an observer is reduced after the current one`() throws {
        try phone().perform { subject, _ in
            subject.store.observe(\.sum, by: subject) { subject, sum in
                if sum == 1 { subject.store.send(10) }
                subject.seen.append(sum)
            }
            subject.observe()
            subject.store.send(1)
            #expect(subject.seen == [0, 0, 1, 1, 11, 11])
        }
    }

    @Test func `an observer is not retained`() throws {
        try phone().perform { subject, _ in
            weak var second: AnyObject?
            do {
                let observer = Observer()
                subject.store.observe(\.sum, by: observer) { $0.seen.append($1) }
                subject.store.send(1)
                #expect(observer.seen == [0, 1])
                second = observer
            }
            #expect(second == nil)
        }
    }

    @Test func `an effect's result is sent as an action`() throws {
        let phone = try phone([1: .run(.list) { await $0(10) }, 2: .enqueue(.pictures) { 20 }])
        try phone.perform { subject, _ in
            subject.store.send(1)
            subject.store.send(2)
        }
        phone.run()
        try phone.perform { subject, _ in #expect(subject.store.state.sum == 33) }
    }

    @Test func `an effect replaces the running one of the same ID`() throws {
        let phone = try phone([1: .run(.list) { await $0(10) }, 2: .run(.list) { await $0(20) }])
        try phone.perform { subject, _ in
            subject.store.send(1)
            subject.store.send(2)
        }
        phone.run()
        try phone.perform { subject, _ in #expect(subject.store.state.sum == 23) }
    }

    @Test func `a cancelled effect sends no actions, but enqueued work is done`() throws {
        let phone = try phone([
            1: .run(.list) { await $0(10) }, 2: .enqueue(.pictures) { 20 }, 3: .cancel(.list, .pictures),
        ])
        try phone.perform { subject, _ in for action in 1...3 { subject.store.send(action) } }
        phone.run()
        try phone.perform { subject, _ in #expect(subject.store.state.sum == 26) }
    }
}
