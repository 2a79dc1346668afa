import BindingKit
import PhoneKit

@testable import MVVMBindings

extension Dependencies {
    /// Creates the dependencies on a phone in virtual time, with pages of two rows.
    init(_ context: AppContext, timeChanges: Observable<Int> = Property(0).observable) {
        self.init(
            session: context.session,
            queue: context.queue,
            environment: context.environment,
            timeChanges: timeChanges,
            pageSize: 2
        )
    }
}
