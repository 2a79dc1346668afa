import ChatSession
import ChatStore
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit

/// The store of chats that the session has.
struct SessionInbox: InboxStore {
    private let queue: MainQueue
    private let query: LiveQuery<ListRequest, QueryResult<ListPage>>
    private let pictures: PictureRequests

    init(session: Session, queue: MainQueue) {
        self.queue = queue
        query = session.list(ListRequest(limit: AppContext.pageSize))
        pictures = PictureRequests(of: session, on: queue)
    }

    func follow(receive: @escaping (QueryResult<ListPage>) -> Void) {
        queue.follow(query, receive: receive)
    }

    func setRequest(_ request: ListRequest) {
        query.setRequest(request)
    }

    func loadPicture(of contact: ContactID, receive: @escaping (Picture) -> Void) {
        pictures.load(contact, receive: receive)
    }
}
