import ChatStore
import ChatTypes
import Foundation
import RuntimeKit
import ScreenTesting
import Testing

@testable import PhoneKit
@testable import PresentationModel

/// Tests of the presentation over a store in memory, without a view, a phone, a session or time.
@Suite struct InboxPresentationTests {
    /// A store that sends what a test says, and records what it is asked for.
    private final class StoreFake: InboxStore {
        private(set) var requests: [ListRequest] = []
        private(set) var sought: [ContactID] = []
        private var receive: (QueryResult<ListPage>) -> Void = { _ in }
        private var receivePicture: (Picture) -> Void = { _ in }

        func follow(receive: @escaping (QueryResult<ListPage>) -> Void) { self.receive = receive }
        func setRequest(_ request: ListRequest) { requests.append(request) }
        func loadPicture(of contact: ContactID, receive: @escaping (Picture) -> Void) {
            sought.append(contact)
            receivePicture = receive
        }

        func send(_ result: QueryResult<ListPage>) { receive(result) }
        func send(_ entries: [ListEntry], hasMore: Bool = false) {
            let request = requests.last ?? ListRequest(limit: 2)
            receive(answer(ListPage(request: request, entries: entries, hasMore: hasMore)))
        }
        func send(_ picture: Picture) { receivePicture(picture) }
    }

    private let store = StoreFake()
    private let presentation: InboxPresentation
    private let page = ListPage(request: ListRequest(limit: 2))

    init() {
        presentation = InboxPresentation(store: store, pageSize: 2, environment: .test())
        presentation.start()
    }

    @Test func `a row shows the title, the preview, the time and the unread count`() {
        store.send([entry("Ada", text: "Hello", unread: 3)])
        let row = presentation.rows[0]
        #expect([row.id, row.title, row.preview, row.time] == ["chat-Ada", "Ada", "Hello", "12:00 pm"])
        #expect(row.chat == ChatID("chat-Ada"))
        #expect(row.unreadCount == 3)
        #expect(row.picture == nil)
    }

    @Test(arguments: [(0, "Look"), (1, "Attachment: 1 Image"), (2, "Attachment: 2 Images")])
    func `a preview describes images`(count: Int, preview: String) {
        store.send([entry("Ada", text: "Look", imageCount: count)])
        #expect(presentation.rows[0].preview == preview)
    }

    @Test(arguments: [(0, "12:00 pm"), (1, "Yesterday"), (2, "3/9/2022")])
    func `a time shows the hour today, then Yesterday, then the date`(daysAgo: Int, time: String) {
        store.send([entry("Ada", at: .noon - Double(daysAgo) * 86_400)])
        #expect(presentation.rows[0].time == time)
    }

    @Test func `a row's time changes on a new day`() {
        let clock = WallClockFake()
        let presentation = InboxPresentation(store: store, pageSize: 2, environment: .test { clock.date })
        presentation.start()
        store.send([entry("Ada")])
        clock.date += 86_400
        #expect(presentation.rows[0].time == "Yesterday")
    }

    @Test func `a late picture is shown on every row of its contact`() {
        store.send([entry("Ada"), entry("Ben"), entry("Ada")])
        presentation.didShow(0..<1)
        #expect(store.sought == [ContactID("Ada")])
        var old: [InboxPresentable] = []
        presentation.didChange = { old = $0 }
        let picture = Picture(mediaType: "image/png", bytes: [1])
        store.send(picture)
        #expect(presentation.rows.map(\.picture) == [picture, nil, picture])
        #expect(zip(old, presentation.rows).map { $0 == $1 } == [false, true, false])
    }

    @Test func `each result of the store is told, with the rows before it`() {
        var counts: [[Int]] = []
        presentation.didChange = { [unowned presentation] in counts.append([$0.count, presentation.rows.count]) }
        store.send([entry("Ada")])
        store.send([entry("Ada"), entry("Ben")])
        #expect(counts == [[0, 1], [1, 2]])
    }

    @Test func `showing more raises the limit of the current search`() {
        presentation.searchText = "ada"
        store.send([entry("Ada"), entry("Adam")], hasMore: true)
        #expect(presentation.hasMore)
        presentation.showMore()
        #expect(
            store.requests == [
                ListRequest(searchText: "ada", limit: 2), ListRequest(searchText: "ada", limit: 4),
            ]
        )
        store.send([entry("Ada")])
        presentation.showMore()
        #expect(store.requests.count == 2)
    }

    @Test func `a new search begins with one page`() {
        store.send([entry("Ada"), entry("Ben")], hasMore: true)
        presentation.showMore()
        presentation.searchText = "ada"
        #expect(store.requests.last == ListRequest(searchText: "ada", limit: 2))
        #expect(presentation.searchText == "ada")
    }

    @Test func `showing more does not undo a pending search`() {
        store.send([entry("Ada"), entry("Ben")], hasMore: true)
        presentation.searchText = "ada"
        presentation.showMore()
        #expect(store.requests.last?.searchText == "ada")
    }

    @Test func `the status shows Offline until the connection works again`() {
        var status = ModelStatus(connection: Connection(requests: .failing(.unreachable)))
        store.send(QueryResult(.success(page), status: status))
        #expect(presentation.status == "Offline, trying again: The server cannot be reached")
        status.connection.requests = .working
        store.send(QueryResult(.success(page), status: status))
        #expect(presentation.status == nil)
        #expect(presentation.alert == nil)
    }

    @Test func `a save error shows an alert`() {
        store.send(QueryResult(.success(page), status: ModelStatus(storageProblem: .diskFull)))
        #expect(presentation.alert == "Cannot save: the disk is full")
    }

    @Test func `a read error shows an alert and keeps the rows`() {
        store.send([entry("Ada")])
        store.send(QueryResult(.failure(.damaged), status: ModelStatus()))
        #expect(presentation.alert?.hasPrefix("Cannot read the history: the history is damaged") == true)
        #expect(presentation.rows.count == 1)
    }

    @Test func `a group's row shows the last sender and who is typing`() {
        var (theirs, ours) = (entry("Trip"), entry("Club"))
        theirs.sender = ListEntry.Sender(name: "Ben")
        theirs.typingAuthors = ["Ada"]
        ours.sender = ListEntry.Sender(name: nil)
        store.send([theirs, ours, entry("Ada")])
        #expect(presentation.rows.map(\.sender) == ["Ben", "You", nil])
        #expect(presentation.rows.map(\.typing) == ["Ada is typing…", nil, nil])
    }
}
