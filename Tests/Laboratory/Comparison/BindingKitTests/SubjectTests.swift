import BindingKit
import Testing

@Suite struct SubjectTests {
    private let subject = Subject<Int>()
    private var bag = DisposeBag()

    @Test func `observers receive values in the order of their subscriptions`() {
        var log: [String] = []
        for name in ["first", "second"] {
            subject.observable.subscribe { log.append("\(name) \($0)") }.disposed(by: bag)
        }
        subject.send(1)
        #expect(log == ["first 1", "second 1"])
    }

    @Test func `values sent before the subscription are not received`() {
        subject.send(1)
        var values: [Int] = []
        subject.observable.subscribe { values.append($0) }.disposed(by: bag)
        subject.send(2)
        #expect(values == [2])
    }

    @Test func `a value sent while another is received follows it for every observer`() {
        var log: [String] = []
        subject.observable.subscribe { [subject] in
            log.append("first \($0)")
            if $0 < 2 { subject.send($0 + 1) }
        }.disposed(by: bag)
        subject.observable.subscribe { log.append("second \($0)") }.disposed(by: bag)
        subject.send(1)
        #expect(log == ["first 1", "second 1", "first 2", "second 2"])
    }

    @Test func `an observer disposed of during sending receives nothing more`() {
        var (log, others): ([String], Disposable?) = ([], nil)
        subject.observable.subscribe { _ in others?.dispose() }.disposed(by: bag)
        others = subject.observable.subscribe { log.append("second \($0)") }
        subject.send(1)
        #expect(log.isEmpty)
    }

    @Test mutating func `releasing a bag ends its subscriptions`() {
        var values: [Int] = []
        subject.observable.subscribe { values.append($0) }.disposed(by: bag)
        subject.send(1)
        bag = DisposeBag()
        subject.send(2)
        #expect(values == [1])
    }

    @Test func `a second dispose does nothing`() {
        var count = 0
        let subscription = Disposable { count += 1 }
        subscription.dispose()
        subscription.dispose()
        #expect(count == 1)
    }

    @Test func `a property's observers receive its current value first`() {
        let property = Property(1)
        var values: [Int] = []
        property.observable.subscribe { values.append($0) }.disposed(by: bag)
        property.value = 2
        property.value += 1
        #expect(values == [1, 2, 3])
    }

    @Test func `a bound property takes the values of a subject until it is unbound`() {
        let property = Property(0)
        let binding = subject.observable.bind(to: property)
        subject.send(1)
        binding.dispose()
        subject.send(2)
        #expect(property.value == 1)
    }
}
