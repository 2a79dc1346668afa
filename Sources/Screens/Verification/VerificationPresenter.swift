import ChatTypes
import ScreenKit

/// Turns a verification into sentences, and the user's actions into use cases and routes.
struct VerificationPresenter: Presenter {
    private var content: VerificationContent?
    private var problems = ScreenProblems()

    private var verification: DeviceVerification? { content?.window }

    func handle(_ action: VerificationAction) -> [ScreenEffect<VerificationUseCase, VerificationRoute>] {
        switch action {
        case .answer(let answer, let id):
            // Before the first content, and for a verification that is not shown any more, the model decides.
            let isShown = id == nil || id == verification?.id
            guard content == nil || !isShown || verification.accepts(answer) else { return [] }
            return [.perform(.answer(answer, of: id ?? verification?.id))]
        case .leave: return [.follow(.leave)]
        }
    }

    mutating func receive(_ content: VerificationContent) {
        self.content = content.keepingWindow(of: self.content)
        problems.note(content.problem)
    }

    mutating func receive(_ failure: (any Error)?) -> [ScreenEffect<VerificationUseCase, VerificationRoute>] {
        if let failure { problems.tell(errorText(failure)) }
        return []
    }

    /// Returns `nil` before the first content.
    func state() -> VerificationViewState? {
        guard let content else { return nil }
        var state = VerificationViewState(verification)
        (state.status, state.problem) = (content.connection.text, problems.newest)
        return state
    }
}

extension DeviceVerification? {
    fileprivate func accepts(_ answer: VerificationAnswer) -> Bool {
        let state = VerificationViewState(self)
        return answer == .cancel ? state.goesOn : [state.answer(true), state.answer(false)].contains(answer)
    }
}
