import ChatTypes
import RuntimeKit
import ScreenKit

/// Decides how many members and files are shown, and asks to be let out.
actor ChatDetailsInteractor: Interactor {
    private let chat: ChatID
    private let model: any ChatDetailsModel
    private let query: ScreenQuery<ChatDetailsRequest, QueryResult<ChatDetailsWindow?>>
    /// What was answered last, and the request that it answers.
    private var newest: (request: ChatDetailsRequest, window: ChatDetailsWindow)?

    init(chat: ChatID, model: any ChatDetailsModel) {
        self.chat = chat
        self.model = model
        query = ScreenQuery { await model.details(of: chat, ChatDetailsRequest()) }
    }

    func run(_ show: @escaping @Sendable (ChatDetailsContent) -> Void) async {
        await query.follow { await self.receive($0, $1, show) }
    }

    func perform(_ useCase: ChatDetailsUseCase) async -> ChatDetailsOutcome {
        do {
            switch useCase {
            case .showMore: await showMore()
            case .showPrevious: await query.ask { $0.showPrevious() }
            case .setMuted(let isMuted): try await model.setMuted(isMuted, in: chat)
            case .leaveChat: return await leaveChat()
            case .settle: await query.settle()
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    private func receive(
        _ request: ChatDetailsRequest,
        _ answer: QueryResult<ChatDetailsWindow?>,
        _ show: @Sendable (ChatDetailsContent) -> Void
    ) {
        let window = (try? answer.content.get()) ?? nil
        if let window { newest = (request, window) }
        show(
            ChatDetailsContent(
                window: window,
                request: request,
                connection: answer.status.connection,
                problem: DiskProblem(answer)
            )
        )
    }

    /// Nothing, as long as what was asked for last is not shown: whether there is more is not known yet.
    private func showMore() async {
        guard let (shown, window) = newest else { return }
        await query.ask { if $0 == shown { $0.showMore(than: window) } }
    }

    private func leaveChat() async -> ChatDetailsOutcome {
        do {
            try await model.leaveChat(chat)
            return .left(failure: nil)
        } catch {
            return .left(failure: error)
        }
    }
}

extension ChatDetailsRequest {
    /// A page more of what there is more of.
    fileprivate mutating func showMore(than window: ChatDetailsWindow) {
        if window.hasMoreMembers { members.showMore() }
        if window.hasMoreFiles { files.showMore() }
    }

    fileprivate mutating func showPrevious() {
        members.showPrevious()
        files.showPrevious()
    }
}
