import BindingKit
import Foundation
import PhoneKit

@testable import MVVMBindings

extension Dependencies {
    /// What a phone in virtual time offers, with pages of two rows.
    init(_ context: AppContext, today: Observable<Date> = Property(.distantPast).observable) {
        self.init(
            session: context.session,
            queue: context.queue,
            environment: context.environment,
            today: today,
            pageSize: 2
        )
    }
}
