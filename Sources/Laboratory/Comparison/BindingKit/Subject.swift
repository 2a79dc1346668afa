/// A source that sends values to all of its observers.
///
/// A value sent while another is being received follows that one, for every observer.
public final class Subject<Value> {
    private var observers: [(number: Int, receive: (Value) -> Void)] = []
    private var count = 0
    private var waiting: [Value] = []
    private var isSending = false

    public init() {}

    /// The values sent after the subscription.
    public var observable: Observable<Value> {
        Observable { receive in
            let number = self.count
            self.count += 1
            self.observers.append((number, receive))
            return Disposable { self.observers.removeAll { $0.number == number } }
        }
    }

    /// Sends a value to the current observers, in the order in which they subscribed.
    public func send(_ value: Value) {
        waiting.append(value)
        guard !isSending else { return }
        isSending = true
        defer { isSending = false }
        while !waiting.isEmpty {
            let value = waiting.removeFirst()
            // An observer may end the subscription of another one.
            for observer in observers where observers.contains(where: { $0.number == observer.number }) {
                observer.receive(value)
            }
        }
    }
}

/// A value that changes and can be observed.
public final class Property<Value> {
    private let changes = Subject<Value>()

    /// The current value. Observers receive each value that is set, even if it equals the last.
    public var value: Value { didSet { changes.send(value) } }

    public init(_ value: Value) {
        self.value = value
    }

    /// The current value, then each value that is set.
    public var observable: Observable<Value> {
        Observable { receive in
            receive(self.value)
            return self.changes.observable.subscribe(receive)
        }
    }
}
