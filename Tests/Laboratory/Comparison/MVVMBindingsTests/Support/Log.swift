import BindingKit

/// The values that an observable sends while this object is retained.
final class Log<Value> {
    private(set) var values: [Value] = []
    private let bag = DisposeBag()

    init(_ observable: Observable<Value>) {
        observable.subscribe { [weak self] in self?.values.append($0) }.disposed(by: bag)
    }

    var last: Value? { values.last }
}
