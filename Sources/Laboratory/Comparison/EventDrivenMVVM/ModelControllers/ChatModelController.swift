import ChatSession
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit

/// The model controller of the chat list and of app-wide state. It emits events about both.
final class ChatModelController {
    private let session: Session
    private let router: ChatEventRouter
    private let messageRouter: MessageEventRouter
    private let queue: MainQueue
    private let query: LiveQuery<ListRequest, QueryResult<ListPage>>
    private var list: ChatListModel
    private let pictureRequests: PictureRequests

    init(_ context: AppContext, router: ChatEventRouter, messageRouter: MessageEventRouter) {
        (session, queue) = (context.session, context.queue)
        (self.router, self.messageRouter) = (router, messageRouter)
        let request = ListRequest(limit: AppContext.pageSize)
        query = session.list(request)
        list = ChatListModel(page: ListPage(request: request))
        pictureRequests = PictureRequests(of: session, on: queue)
    }

    func load() {
        queue.follow(query) { [weak self] snapshot in
            self?.list.take(snapshot)
            self?.emit()
        }
        queue.follow(session.unreadCounts()) { [router] in
            if let count = $0 { router.route(.counted(unread: count)) }
        }
        queue.followNews(of: session) { [messageRouter] in messageRouter.route(.received($0)) }
    }

    /// Emits the current state of the list again.
    func emit() {
        router.route(.loaded(list))
    }

    func search(_ text: String) {
        query.setRequest(ListRequest(searchText: text, limit: AppContext.pageSize))
    }

    func loadMore() {
        // The page requested last may not have arrived yet.
        guard list.page.hasMore, list.page.request == query.request else { return }
        query.setRequest(
            ListRequest(searchText: query.request.searchText, limit: query.request.limit + AppContext.pageSize)
        )
    }

    func loadPicture(of contact: ContactID) {
        pictureRequests.load(contact) { [weak self] in
            self?.list.pictures[contact] = $0
            self?.emit()
        }
    }
}
