import BindingKit
import Testing

@Suite struct ObservableTests {
    private let numbers = Subject<Int>()

    /// Returns the values that an observer receives while numbers are sent.
    private func values<Value>(of observable: Observable<Value>, sending sent: [Int]) -> [Value] {
        var values: [Value] = []
        let subscription = observable.subscribe { values.append($0) }
        for number in sent { numbers.send(number) }
        subscription.dispose()
        return values
    }

    @Test func `map transforms every value, including into nil`() {
        #expect(values(of: numbers.observable.map { "\($0)" }, sending: [1, 2]) == ["1", "2"])
        #expect(values(of: numbers.observable.map { $0 > 1 ? $0 : nil }, sending: [1, 2]) == [nil, 2])
    }

    @Test func `filter and compactMap drop unwanted values and nil`() {
        #expect(values(of: numbers.observable.filter { $0 > 1 }, sending: [1, 2, 3]) == [2, 3])
        #expect(values(of: numbers.observable.compactMap { $0 > 1 ? "\($0)" : nil }, sending: [1, 2]) == ["2"])
    }

    @Test func `distinct drops values equal to the previous one`() {
        #expect(values(of: numbers.observable.distinct(), sending: [1, 1, 2, 1]) == [1, 2, 1])
    }

    @Test func `combine sends pairs once both have sent and whenever either sends`() {
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

    @Test func `merge sends values in order of arrival until it is disposed of`() {
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

    @Test func `flatMapLatest sends only the newest observable's values`() {
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

    @Test func `each subscription starts the observable again`() {
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
