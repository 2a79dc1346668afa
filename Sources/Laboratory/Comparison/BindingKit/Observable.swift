/// A sequence of values over time.
///
/// A subscriber receives each value on the sending thread, before `send` returns. Each subscription starts the
/// observable's work separately, and disposing of it ends that work. There are no errors and no completion; work that
/// can fail sends results.
public struct Observable<Value> {
    private let start: (@escaping (Value) -> Void) -> Disposable

    /// Creates an observable from a closure that starts a subscription and returns how to end it.
    public init(_ start: @escaping (_ receive: @escaping (Value) -> Void) -> Disposable) {
        self.start = start
    }

    /// Returns an observable of the values of all sources, in order of arrival.
    public static func merge(_ sources: Observable...) -> Observable {
        Observable { receive in
            let subscriptions = sources.map { $0.subscribe(receive) }
            return Disposable { for subscription in subscriptions { subscription.dispose() } }
        }
    }

    /// Starts a subscription, which receives values until it is disposed of.
    public func subscribe(_ receive: @escaping (Value) -> Void) -> Disposable {
        start(receive)
    }

    /// Sets a property to each value.
    public func bind(to property: Property<Value>) -> Disposable {
        subscribe { property.value = $0 }
    }
}
