import ChatTypes
import RuntimeKit
import ScreenKit

/// Turns pinned messages into rows, and the user's actions into use cases and routes.
struct PinnedMessagesPresenter: Presenter {
    private var content = PinnedMessagesContent(request: RowRange())
    private var problems = ScreenProblems()

    private var window: PinnedMessagesWindow? { content.window }

    mutating func handle(_ action: PinnedMessagesAction) -> [ScreenEffect<PinnedMessagesUseCase, PinnedMessagesRoute>] {
        switch action {
        case .open(let message):
            guard window?.pins.first(where: { $0.id == message })?.author == nil else {
                return [.follow(.message(message))]
            }
            problems.tell("This message is not here: earlier messages of the chat have to be loaded first")
            return []
        case .unpin(let message):
            guard let objection = window?.standing.objection(to: .pin(message, false)) else {
                return [.perform(.unpin(message))]
            }
            problems.tell(objection)
            return []
        case .showMore: return window?.hasMore == true ? [.perform(.showMore)] : []
        case .showPrevious: return content.request.hasPrevious ? [.perform(.showPrevious)] : []
        case .leave: return [.follow(.leave)]
        }
    }

    mutating func receive(_ content: PinnedMessagesContent) {
        self.content = content.keepingWindow(of: self.content)
        problems.note(content.problem)
    }

    mutating func receive(_ failure: (any Error)?) -> [ScreenEffect<PinnedMessagesUseCase, PinnedMessagesRoute>] {
        if let failure { problems.tell(errorText(failure)) }
        return []
    }

    /// Returns `nil` while there is no such chat and no problem.
    func state() -> PinnedMessagesViewState? {
        guard window != nil || problems.newest != nil else { return nil }
        let last = content.request.offset + (window?.pins.count ?? 0)
        return PinnedMessagesViewState(
            title: window?.contact.name ?? "",
            contact: window?.contact.id,
            rows: window?.pins.map { MessageExcerpt($0) } ?? [],
            firstNumber: content.request.offset + 1,
            hasMore: window?.hasMore ?? false,
            limitText: last < Limits.pins ? nil : "Pins before the last \(Limits.pins) are not shown",
            canUnpin: window?.standing.objection(to: .pin(MessageID(""), false)) == nil,
            status: content.connection.text,
            problem: problems.newest
        )
    }
}
