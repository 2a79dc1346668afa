import BindingKit
import PhoneKit

@testable import MVVMBindings

extension Dependencies {
    /// What a phone in virtual time offers, with pages of two rows.
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
