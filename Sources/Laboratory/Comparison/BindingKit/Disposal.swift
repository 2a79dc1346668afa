/// A handle that ends a subscription.
public final class Disposable {
    private var action: (() -> Void)?

    public init(_ action: @escaping () -> Void) {
        self.action = action
    }

    /// Ends the subscription, so that the receiver gets no further values. Only the first call has an effect.
    public func dispose() {
        let action = action
        self.action = nil
        action?()
    }

    /// Lets a bag end the subscription.
    public func disposed(by bag: DisposeBag) {
        bag.disposables.append(self)
    }
}

/// A bag that disposes of its subscriptions when it is deinitialized, in the order in which they were added.
public final class DisposeBag {
    fileprivate var disposables: [Disposable] = []

    public init() {}

    deinit {
        for disposable in disposables { disposable.dispose() }
    }
}
