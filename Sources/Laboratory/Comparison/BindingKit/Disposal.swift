/// Ends a subscription.
public final class Disposable {
    private var action: (() -> Void)?

    public init(_ action: @escaping () -> Void) {
        self.action = action
    }

    /// Nothing is received from now on; only the first call does anything.
    public func dispose() {
        let action = action
        self.action = nil
        action?()
    }

    /// Leaves ending the subscription to a bag.
    public func disposed(by bag: DisposeBag) {
        bag.disposables.append(self)
    }
}

/// Ends its subscriptions when it goes, in the order in which they began.
public final class DisposeBag {
    fileprivate var disposables: [Disposable] = []

    public init() {}

    deinit {
        for disposable in disposables { disposable.dispose() }
    }
}
