/// A property of a view model, and the one closure that is told when it changes.
///
/// A second binding replaces the first, so that each property belongs to one part of one view.
final class Dynamic<Value> {
    var value: Value { didSet { listener?(value) } }
    private var listener: ((Value) -> Void)?

    init(_ value: Value) {
        self.value = value
    }

    /// Calls `listener` with the value now, and after every change.
    func bindAndFire(_ listener: @escaping (Value) -> Void) {
        self.listener = listener
        listener(value)
    }

    /// Calls `listener` after every change.
    func bind(_ listener: @escaping (Value) -> Void) {
        self.listener = listener
    }
}
