public import ChatTypes
public import RuntimeKit

/// The model that this screen needs.
///
/// Methods are `async` so that an actor or a `@MainActor` class can be the model. An implementation that does not
/// wait can leave `async` out.
public protocol VerificationModel: Sendable {
    /// Returns a query of the account's newest verification since the start, which gives `nil` if there was none. Its request never
    /// changes.
    func verification() async -> LiveQuery<Never?, QueryResult<DeviceVerification?>>

    /// Answers a verification; the one that goes on without an id. Throws a `ServiceError`, such as a refusal of an answer that its stage
    /// does not ask for.
    func answerVerification(_ answer: VerificationAnswer, of id: DeviceVerification.ID?) async throws
}
