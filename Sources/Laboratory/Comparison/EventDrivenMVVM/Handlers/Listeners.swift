/// A list of weakly held listeners.
struct Listeners<Listener> {
    private var listeners: [() -> Listener?] = []

    /// Adds a listener. The closure returns `nil` once the listener is gone.
    mutating func add(_ listener: @escaping () -> Listener?) {
        listeners.removeAll { $0() == nil }
        listeners.append(listener)
    }

    func tell(_ body: (Listener) -> Void) {
        for case let listener? in listeners.map({ $0() }) { body(listener) }
    }
}
