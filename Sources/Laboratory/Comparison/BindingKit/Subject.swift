/// Sends values to all who observe it.
///
/// A value that is sent while another is being received comes after that one, to every observer.
public final class Subject<Value> {
    private var observers: [(number: Int, receive: (Value) -> Void)] = []
    private var count = 0
    private var waiting: [Value] = []
    private var isSending = false

    public init() {}

    /// What is sent from the subscription on.
    public var observable: Observable<Value> {
        Observable { receive in
            let number = self.count
            self.count += 1
            self.observers.append((number, receive))
            return Disposable { self.observers.removeAll { $0.number == number } }
        }
    }

    /// Sends to those who observe now, in the order in which they began to.
    public func send(_ value: Value) {
        waiting.append(value)
        guard !isSending else { return }
        isSending = true
        defer { isSending = false }
        while !waiting.isEmpty {
            let value = waiting.removeFirst()
            // One of them may end the subscription of another.
            for observer in observers where observers.contains(where: { $0.number == observer.number }) {
                observer.receive(value)
            }
        }
    }
}

/// A value that changes, and can be observed.
public final class Property<Value> {
    private let changes = Subject<Value>()

    /// What it is now. Observers get each value that is set, also one that equals the last.
    public var value: Value { didSet { changes.send(value) } }

    public init(_ value: Value) {
        self.value = value
    }

    /// The value as it stands, then each that is set.
    public var observable: Observable<Value> {
        Observable { receive in
            receive(self.value)
            return self.changes.observable.subscribe(receive)
        }
    }
}
