import BindingKit
import OneThread
import PhoneKit
import Transport

extension MainQueue {
    /// Each newest answer; disposing of the subscription ends the query.
    func answers<Request, Answer>(to query: LiveQuery<Request, Answer>) -> Observable<Answer> {
        started { self.follow(query, receive: $0) }
    }

    /// A request's outcome; disposing of the subscription cancels it.
    func outcome<Value: Sendable>(
        of work: @escaping @Sendable () async throws -> Value
    ) -> Observable<Result<Value, any Error>> {
        started { self.request(work, receive: $0) }
    }

    /// Something that goes on as long as the subscription.
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
