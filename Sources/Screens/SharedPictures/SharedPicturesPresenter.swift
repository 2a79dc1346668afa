import ChatTypes
import RuntimeKit
import ScreenKit

/// Turns pictures into rows, and the user's actions into use cases and routes.
struct SharedPicturesPresenter: Presenter {
    private let environment: ChatEnvironment
    private var rows = RowCache<ChatFile, SharedPicturesViewState.Row>()
    private var content = SharedPicturesContent(request: RowRange())
    private var problems = ScreenProblems()

    init(environment: ChatEnvironment) {
        self.environment = environment
    }

    var rowBuildCount: Int { rows.buildCount }

    func handle(_ action: SharedPicturesAction) -> [ScreenEffect<SharedPicturesUseCase, SharedPicturesRoute>] {
        switch action {
        case .open(let message): [.follow(.message(message))]
        case .showMore: content.window?.hasMore == true ? [.perform(.showMore)] : []
        case .showPrevious: content.request.hasPrevious ? [.perform(.showPrevious)] : []
        case .leave: [.follow(.leave)]
        }
    }

    mutating func receive(_ content: SharedPicturesContent) {
        self.content = content.keepingWindow(of: self.content)
        problems.note(content.problem)
    }

    func receive(_ outcome: Void) -> [ScreenEffect<SharedPicturesUseCase, SharedPicturesRoute>] { [] }

    /// Returns `nil` while there is no such chat and no problem.
    mutating func state() -> SharedPicturesViewState? {
        guard content.window != nil || problems.newest != nil else { return nil }
        return SharedPicturesViewState(
            title: content.window?.contact.name ?? "",
            rows: rows.rows(for: content.window?.pictures ?? [], on: environment.today, build: row(for:)),
            firstNumber: content.request.offset + 1,
            hasMore: content.window?.hasMore ?? false,
            status: content.connection.text,
            problem: problems.newest
        )
    }

    private func row(for picture: ChatFile) -> SharedPicturesViewState.Row {
        SharedPicturesViewState.Row(
            id: picture.id,
            name: picture.attachment.name,
            detail: environment.detailText(for: picture.attachment)
        )
    }
}
