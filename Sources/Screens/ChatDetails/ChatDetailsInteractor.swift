import ScreenKit
import Transport

private typealias ChatDetailsQuery = LiveQuery<
    ChatDetailsRequest, (request: ChatDetailsRequest, answer: Snapshot<ChatDetailsWindow?>)
>

/// Decides how many members and files are shown, and asks to be let out.
actor ChatDetailsInteractor: Interactor {
    static let pageSize = 50

    private let chat: ChatID
    private let model: any ChatDetailsModel
    private var query: ChatDetailsQuery?
    /// What was answered last, and the request that it answers.
    private var newest: (request: ChatDetailsRequest, window: ChatDetailsWindow)?

    init(chat: ChatID, model: any ChatDetailsModel) {
        self.chat = chat
        self.model = model
    }

    func run(_ show: @escaping @Sendable (ChatDetailsContent) -> Void) async {
        await followedQuery().follow { await self.take($0, $1, show) }
    }

    func perform(_ useCase: ChatDetailsUseCase) async -> ChatDetailsOutcome {
        do {
            switch useCase {
            case .showMore: await showMore()
            case .setMuted(let isMuted): try await model.setMuted(isMuted, in: chat)
            case .leaveChat: return await leaveChat()
            case .settle: await followedQuery().settle()
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    private func followedQuery() async -> ChatDetailsQuery {
        if let query { return query }
        let made = await model.details(of: chat, ChatDetailsRequest(limit: Self.pageSize)).withRequests()
        if query == nil { query = made }
        return query ?? made
    }

    private func take(
        _ request: ChatDetailsRequest,
        _ answer: Snapshot<ChatDetailsWindow?>,
        _ show: @Sendable (ChatDetailsContent) -> Void
    ) {
        let window = (try? answer.content.get()) ?? nil
        if let window { newest = (request, window) }
        show(ChatDetailsContent(window: window, connection: answer.status.connection, problem: DiskProblem(answer)))
    }

    /// A page more than is shown; nothing, when that is being read already.
    private func showMore() async {
        guard let newest, newest.window.hasMore else { return }
        let query = await followedQuery()
        let request = ChatDetailsRequest(limit: newest.request.limit + Self.pageSize)
        if request != query.request { query.ask(request) }
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
