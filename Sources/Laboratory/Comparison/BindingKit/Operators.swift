extension Observable {
    /// Returns an observable of the transformed values.
    public func map<Other>(_ transform: @escaping (Value) -> Other) -> Observable<Other> {
        compactMap(transform)
    }

    /// Returns an observable of the values that satisfy a predicate.
    public func filter(_ isWanted: @escaping (Value) -> Bool) -> Observable {
        compactMap { isWanted($0) ? $0 : nil }
    }

    /// Returns an observable of the transformed values, without `nil`.
    public func compactMap<Other>(_ transform: @escaping (Value) -> Other?) -> Observable<Other> {
        Observable<Other> { receive in subscribe { if let other = transform($0) { receive(other) } } }
    }

    /// Returns an observable of the newest values of both, whenever either sends one, once both have.
    public func combine<Other>(with other: Observable<Other>) -> Observable<(Value, Other)> {
        Observable<(Value, Other)> { receive in
            var (left, right): (Value?, Other?)
            return Observable<Void>.merge(map { left = $0 }, other.map { right = $0 }).subscribe {
                if let left, let right { receive((left, right)) }
            }
        }
    }

    /// Returns the values of the observable for the newest value, after disposing of the previous one.
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
    /// Returns an observable without values equal to the previous one.
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
