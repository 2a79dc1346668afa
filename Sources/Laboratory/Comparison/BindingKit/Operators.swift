extension Observable {
    /// Each value turned into another.
    public func map<Other>(_ transform: @escaping (Value) -> Other) -> Observable<Other> {
        compactMap(transform)
    }

    /// The values that are wanted.
    public func filter(_ isWanted: @escaping (Value) -> Bool) -> Observable {
        compactMap { isWanted($0) ? $0 : nil }
    }

    /// Each value turned into another; what is turned into nil is left out.
    public func compactMap<Other>(_ transform: @escaping (Value) -> Other?) -> Observable<Other> {
        Observable<Other> { receive in subscribe { if let other = transform($0) { receive(other) } } }
    }

    /// The newest of both whenever either sends one, once both have.
    public func combine<Other>(with other: Observable<Other>) -> Observable<(Value, Other)> {
        Observable<(Value, Other)> { receive in
            var (left, right): (Value?, Other?)
            return Observable<Void>.merge(map { left = $0 }, other.map { right = $0 }).subscribe {
                if let left, let right { receive((left, right)) }
            }
        }
    }

    /// What the newest value leads to; what the one before led to is disposed of first.
    public func flatMapLatest<Other>(_ transform: @escaping (Value) -> Observable<Other>) -> Observable<Other> {
        Observable<Other> { receive in
            var inner: Disposable?
            let outer = subscribe { value in
                inner?.dispose()
                inner = transform(value).subscribe(receive)
            }
            return Disposable { for subscription in [outer, inner] { subscription?.dispose() } }
        }
    }
}

extension Observable where Value: Equatable {
    /// Leaves out what equals the value before.
    public func distinct() -> Observable {
        Observable { receive in
            var last: Value?
            return subscribe { value in
                guard value != last else { return }
                last = value
                receive(value)
            }
        }
    }
}
