import ChatTypes
import PhoneKit
import RuntimeKit

/// The state of the chat list or of a search.
struct ListState: Equatable {
    /// The current request. The page may still belong to the previous one.
    var request: ListRequest
    var page: ListPage
    var pictures: [ContactID: Picture] = [:]
    var requestedPictures: Set<ContactID> = []
    var health = Health()
    var day = 0

    init(limit: Int) {
        request = ListRequest(limit: limit)
        page = ListPage(request: request)
    }

    var rows: [ListRow] { page.entries.map { ListRow(entry: $0, picture: pictures[$0.contact.id], day: day) } }
}

/// A row. Equal rows can share a cell.
struct ListRow: Equatable, Identifiable {
    let entry: ListEntry
    let picture: Picture?
    /// The day, which changes how times are written.
    let day: Int

    var id: ListEntry.ID { entry.id }
}

enum ListAction: Sendable {
    case loaded(QueryResult<ListPage>)
    case searched(String)
    case reachedEnd
    case shown([ContactID])
    case pictureLoaded(ContactID, Picture?)
    case pictureFailed(ContactID)
    case tapped(ChatID)
    case newChatTapped
}

struct ListReducer: Sendable {
    let client: ChatClient

    func reduce(into state: inout ListState, _ action: ListAction) -> Effect<ListAction> {
        switch action {
        case .loaded(let snapshot):
            if let page = state.health.take(snapshot) { state.page = page }
        case .searched(let text):
            state.request = ListRequest(searchText: text, limit: AppContext.pageSize)
            return follow(state.request)
        case .reachedEnd:
            guard state.page.hasMore, state.page.request == state.request else { break }
            state.request.limit += AppContext.pageSize
            return follow(state.request)
        case .shown(let contacts):
            return .merge(contacts.filter { state.requestedPictures.insert($0).inserted }.map(load))
        case .pictureLoaded(let contact, let picture): state.pictures[contact] = picture
        // The picture is requested again when its row is next shown.
        case .pictureFailed(let contact): state.requestedPictures.remove(contact)
        // The app's reducer handles these.
        case .tapped, .newChatTapped: break
        }
        return .none
    }

    func follow(_ request: ListRequest) -> Effect<ListAction> {
        .run(.list) { send in await client.list(request) { await send(.loaded($0)) } }
    }

    private func load(_ contact: ContactID) -> Effect<ListAction> {
        .enqueue(.pictures) {
            do { return .pictureLoaded(contact, try await client.picture(contact)) } catch {
                return .pictureFailed(contact)
            }
        }
    }
}
