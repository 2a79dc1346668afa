import BindingKit
import ChatSession
import ChatTypes
import PhoneKit
import RuntimeKit
import ScreenKit

struct ChatListInput {
    let searchText: Observable<String>
    let shown: Observable<ArraySlice<ChatRow>>
    let reachedEnd: Observable<Void>
}

struct ChatListOutput {
    let rows: Observable<[ChatRow]>
    let hasMore: Observable<Bool>
    let status: Observable<String?>
    let alerts: Observable<String>
}

/// The view model of the chat list. It maps typing and scrolling to the chats or search results.
struct ChatListViewModel: ViewModel {
    let dependencies: Dependencies
    private let bag = DisposeBag()

    func transform(_ input: ChatListInput) -> ChatListOutput {
        let (session, queue, pageSize) = (dependencies.session, dependencies.queue, dependencies.pageSize)
        let pictures = PictureLoader(session: session, queue: queue)
        let request = Property(ListRequest(limit: pageSize))
        let (snapshots, page) = (Subject<QueryResult<ListPage>>(), Property<ListPage?>(nil))
        // If the history cannot be read, the content read last stays on screen.
        snapshots.observable.compactMap { try? $0.content.get() }.subscribe { page.value = $0 }.disposed(by: bag)
        request.observable.flatMapLatest { queue.answers(to: session.list($0)) }
            .subscribe(snapshots.send).disposed(by: bag)

        input.searchText.map { ListRequest(searchText: $0, limit: pageSize) }.bind(to: request).disposed(by: bag)
        input.reachedEnd.filter { page.value?.hasMore == true }
            .subscribe { request.value.limit += pageSize }.disposed(by: bag)
        input.shown.subscribe { for row in $0 { pictures.load(row.entry.contact.id) } }.disposed(by: bag)

        return ChatListOutput(
            rows: page.observable.compactMap(\.?.entries).combine(with: pictures.pictures.observable)
                .combine(with: dependencies.timeChanges)
                .map { [environment = dependencies.environment] content, timeChanges in
                    let (entries, pictures) = content
                    return entries.map {
                        ChatRow(
                            entry: $0,
                            picture: pictures[$0.contact.id],
                            timeChanges: timeChanges,
                            environment: environment
                        )
                    }
                },
            hasMore: page.observable.compactMap(\.?.hasMore),
            status: snapshots.observable.map(\.status.connection.text),
            alerts: snapshots.observable.compactMap(\.alertText)
        )
    }
}

/// A chat or search result, ready for display. Its texts are created when they are shown.
struct ChatRow: Identifiable, Equatable {
    let entry: ListEntry
    let picture: Picture?
    let timeChanges: Int
    let environment: ChatEnvironment

    var id: ListEntry.ID { entry.id }
    var title: String { entry.contact.name }
    var sender: String? { entry.sender.map { $0.name ?? ownName } }
    var preview: String {
        previewText(of: entry.text, imageCount: entry.imageCount, isDeleted: entry.isDeleted)
    }
    var time: String { environment.timeText(for: entry.time) }
    var isMuted: Bool { entry.isMuted }
    var typing: String? { typingText(of: entry.typingAuthors) }

    static func == (left: Self, right: Self) -> Bool {
        (left.entry, left.picture, left.timeChanges) == (right.entry, right.picture, right.timeChanges)
    }
}
