public import ScreenKit

/// The ways out of a verification.
public enum VerificationRoute: Sendable, Equatable {
    /// Back to the screen below.
    case leave
}

/// Leaves a verification.
public typealias VerificationRouting = Router<VerificationRoute>

/// The assembled screen for the account's verification.
public typealias VerificationModule = Screen<VerificationAction, VerificationViewState>

extension VerificationModule {
    /// Assembles the screen on a model.
    public init(model: any VerificationModel, router: any VerificationRouting) {
        self.init(
            presenter: VerificationPresenter(),
            interactor: VerificationInteractor(model: model),
            router: router
        )
    }
}
