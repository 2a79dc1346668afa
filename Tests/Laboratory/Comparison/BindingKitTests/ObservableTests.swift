import BindingKit
import Testing

@Suite struct ObservableTests {
    private let numbers = Subject<Int>()

    /// What an observer gets while numbers are sent.
    private func values<Value>(of observable: Observable<Value>, sending sent: [Int]) -> [Value] {
        var values: [Value] = []
        let subscription = observable.subscribe { values.append($0) }
        for number in sent { numbers.send(number) }
        subscription.dispose()
        return values
    }

    @Test func `map turns each value into another, nil included`() {
        #expect(values(of: numbers.observable.map { "\($0)" }, sending: [1, 2]) == ["1", "2"])
        #expect(values(of: numbers.observable.map { $0 > 1 ? $0 : nil }, sending: [1, 2]) == [nil, 2])
    }

    @Test func `what is not wanted, or turned into nil, is left out`() {
        #expect(values(of: numbers.observable.filter { $0 > 1 }, sending: [1, 2, 3]) == [2, 3])
        #expect(values(of: numbers.observable.compactMap { $0 > 1 ? "\($0)" : nil }, sending: [1, 2]) == ["2"])
    }

    @Test func `what equals the value before is left out`() {
        #expect(values(of: numbers.observable.distinct(), sending: [1, 1, 2, 1]) == [1, 2, 1])
    }

    @Test func `two are combined once both have sent, and whenever either does`() {
        let letter = Subject<String>()
        var pairs: [String] = []
        let subscription = numbers.observable.combine(with: letter.observable).subscribe { pairs.append("\($0)\($1)") }
        numbers.send(1)
        numbers.send(2)
        letter.send("a")
        letter.send("b")
        numbers.send(3)
        subscription.dispose()
        letter.send("c")
        #expect(pairs == ["2a", "2b", "3b"])
    }

    @Test func `values are merged as they come, until that is disposed of`() {
        let others = Subject<Int>()
        var values: [Int] = []
        let subscription = Observable.merge(numbers.observable, others.observable).subscribe { values.append($0) }
        for number in 1...2 {
            numbers.send(number)
            others.send(-number)
        }
        subscription.dispose()
        numbers.send(3)
        others.send(-3)
        #expect(values == [1, -1, 2, -2])
    }

    @Test func `the newest value's outcome alone is received`() {
        let replies = (1...2).map { _ in Subject<String>() }
        var values: [String] = []
        let subscription = numbers.observable.flatMapLatest { replies[$0].observable }.subscribe { values.append($0) }
        numbers.send(0)
        replies[0].send("early")
        numbers.send(1)
        replies[0].send("late")
        replies[1].send("newest")
        subscription.dispose()
        replies[1].send("too late")
        numbers.send(0)
        replies[0].send("too late")
        #expect(values == ["early", "newest"])
    }

    @Test func `each subscription starts anew`() {
        var count = 0
        let observable = Observable<Int> { receive in
            count += 1
            receive(count)
            return Disposable {}
        }
        #expect(values(of: observable, sending: []) == [1])
        #expect(values(of: observable, sending: []) == [2])
    }
}
