/// Values in time.
///
/// A subscriber gets each value on the thread that sends it, before sending returns. Each subscription starts what the
/// observable stands for anew, and disposing of it ends that. There are no errors and no end: what can fail is observed
/// as results.
public struct Observable<Value> {
    private let start: (@escaping (Value) -> Void) -> Disposable

    /// Takes what a subscription starts; the outcome says how that is ended.
    public init(_ start: @escaping (_ receive: @escaping (Value) -> Void) -> Disposable) {
        self.start = start
    }

    /// The values of all of them, as they come.
    public static func merge(_ sources: Observable...) -> Observable {
        Observable { receive in
            let subscriptions = sources.map { $0.subscribe(receive) }
            return Disposable { for subscription in subscriptions { subscription.dispose() } }
        }
    }

    /// Starts; values are received until the outcome is disposed of.
    public func subscribe(_ receive: @escaping (Value) -> Void) -> Disposable {
        start(receive)
    }

    /// Sets a property to each value.
    public func bind(to property: Property<Value>) -> Disposable {
        subscribe { property.value = $0 }
    }
}
