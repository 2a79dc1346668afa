import ChatSession
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit

/// Requests about chats. Each routes an event with its outcome.
enum ChatEndpoint {
    static let suggestionLimit = 8
    private typealias Query = LiveQuery<ListRequest, QueryResult<ListPage>>

    private static let query = Static<Query?>(nil)
    private static let pictureRequests = Static<PictureRequests?>(nil)
    private static let suggestionRequest = Static<Work?>(nil)
    private static let creation = Static<Work?>(nil)

    static func fetchChats() {
        guard let context = AppProcess.current?.context else { return }
        let query = context.session.list(ListRequest(limit: AppContext.pageSize))
        Self.query.value = query
        pictureRequests.value = PictureRequests(of: context.session, on: context.queue)
        context.queue.follow(query) { ChatEventRouter.route(event: .loaded($0)) }
        context.queue.follow(context.session.unreadCounts()) {
            if let count = $0 { ChatEventRouter.route(event: .counted(unread: count)) }
        }
    }

    static func search(_ text: String) {
        query.value?.setRequest(ListRequest(searchText: text, limit: AppContext.pageSize))
    }

    static func fetchMoreChats(after page: ListPage) {
        // The page requested last may not have arrived yet.
        guard var request = query.value?.request, page.hasMore, page.request == request else { return }
        request.limit += AppContext.pageSize
        query.value?.setRequest(request)
    }

    static func fetchPicture(of contact: ContactID) {
        pictureRequests.value?.load(contact) { ChatEventRouter.route(event: .loadedPicture($0, of: contact)) }
    }

    /// Requests suggestions for a valid name. The last keystroke wins.
    static func fetchSuggestions(for name: ContactName) {
        cancelSuggestions()
        guard let context = AppProcess.current?.context, name.error == nil else { return }
        suggestionRequest.value = context.queue.request { [session = context.session] in
            try await session.contacts(matching: name.text, limit: suggestionLimit * 4)
        } receive: { result in
            // Suggestions are optional: the form works without them if the request fails.
            if case .success(let contacts) = result { ChatEventRouter.route(event: .suggested(contacts)) }
        }
    }

    static func cancelSuggestions() {
        suggestionRequest.value?.cancel()
    }

    static func create(chat invitees: Invitees) {
        guard let context = AppProcess.current?.context else { return }
        creation.value = context.queue.request { [session = context.session] in
            try await session.createChat(with: invitees)
        } receive: { result in
            switch result {
            case .success(let chat): ChatEventRouter.route(event: .created(chat))
            case .failure(let error): ChatEventRouter.route(event: .createChatFailed(error))
            }
        }
    }

    static func cancelCreation() {
        cancelSuggestions()
        creation.value?.cancel()
    }
}
