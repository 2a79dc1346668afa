import BindingKit
import OneThread
import PhoneKit
import RuntimeKit

extension MainQueue {
    /// Returns an observable of the query's answers. Disposing of the subscription ends the query.
    func answers<Request, Answer>(to query: LiveQuery<Request, Answer>) -> Observable<Answer> {
        started { self.follow(query, receive: $0) }
    }

    /// Returns an observable of the request's outcome. Disposing of the subscription cancels the request.
    func outcome<Value: Sendable>(
        of work: @escaping @Sendable () async throws -> Value
    ) -> Observable<Result<Value, any Error>> {
        started { self.request(work, receive: $0) }
    }

    /// Returns an observable that runs `body` for as long as it has a subscription.
    func running(_ body: @escaping @Sendable () async -> Void) -> Observable<Never> {
        started { _ in self.run(body) }
    }

    private func started<Value>(_ start: @escaping (@escaping (Value) -> Void) -> Work) -> Observable<Value> {
        Observable { receive in
            let work = start(receive)
            return Disposable { work.cancel() }
        }
    }
}
