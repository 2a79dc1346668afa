/// Those who want to be told; the list keeps none of them alive.
struct Listeners<Listener> {
    private var listeners: [() -> Listener?] = []

    /// `listener` returns nil once there is no such listener any more.
    mutating func add(_ listener: @escaping () -> Listener?) {
        listeners.removeAll { $0() == nil }
        listeners.append(listener)
    }

    func tell(_ body: (Listener) -> Void) {
        for case let listener? in listeners.map({ $0() }) { body(listener) }
    }
}
