import ChatTypes
import ScreenKit

/// The content of the screen: the account's newest verification.
typealias VerificationContent = PagedContent<Never?, DeviceVerification>

/// A use case of the screen.
enum VerificationUseCase: UseCase, Equatable {
    case answer(VerificationAnswer, of: DeviceVerification.ID? = nil)

    /// An answer waits for the server.
    var queue: String? { "answer" }
    /// Each answer is given, in order.
    var isCoalesced: Bool { false }
}

/// Follows the verification, and gives the user's answers.
struct VerificationInteractor: Interactor {
    private let model: any VerificationModel
    private let query: PagedQuery<Never?, DeviceVerification>

    init(model: any VerificationModel) {
        self.model = model
        query = PagedQuery { await model.verification() }
    }

    func run(_ show: @escaping @Sendable (VerificationContent) -> Void) async {
        await query.follow { show($0) }
    }

    func settle() async { await query.settle() }

    /// Returns why an answer could not be given; nil for one that was.
    func perform(_ useCase: VerificationUseCase) async -> (any Error)? {
        do {
            switch useCase {
            case .answer(let answer, let id): try await model.answerVerification(answer, of: id)
            }
        } catch { return error }
        await query.settle()
        return nil
    }
}
