import ChatTypes
import Foundation
import RuntimeKit
import ScreenTesting
import Testing

@testable import PhoneKit
@testable import PresentationModel

/// Tests of the presentation as a value, without a phone, a session or time.
@Suite struct InboxPresentationTests {
    private var presentation = InboxPresentation(pageSize: 2, environment: .test())

    private mutating func take(_ entries: [ListEntry], hasMore: Bool = false) {
        presentation.take(answer(ListPage(request: presentation.request, entries: entries, hasMore: hasMore)))
    }

    @Test mutating func `a row shows the title, the preview, the time and the unread count`() {
        take([entry("Ada", text: "Hello", unread: 3)])
        let row = presentation.presentable(at: 0)
        #expect([row.id, row.title, row.preview, row.time] == ["chat-Ada", "Ada", "Hello", "12:00 pm"])
        #expect(row.unreadCount == 3)
        #expect(row.picture == nil)
    }

    @Test(arguments: [(0, "Look"), (1, "Attachment: 1 Image"), (2, "Attachment: 2 Images")])
    mutating func `a preview describes images`(count: Int, preview: String) {
        take([entry("Ada", text: "Look", imageCount: count)])
        #expect(presentation.presentable(at: 0).preview == preview)
    }

    @Test(arguments: [(0, "12:00 pm"), (1, "Yesterday"), (2, "3/9/2022")])
    mutating func `a time shows the hour today, then Yesterday, then the date`(daysAgo: Int, time: String) {
        take([entry("Ada", at: .noon - Double(daysAgo) * 86_400)])
        #expect(presentation.presentable(at: 0).time == time)
    }

    @Test func `a row's time changes on a new day`() {
        let clock = WallClockFake()
        var presentation = InboxPresentation(pageSize: 2, environment: .test { clock.date })
        presentation.take(answer(ListPage(request: presentation.request, entries: [entry("Ada")])))
        clock.date += 86_400
        #expect(presentation.presentable(at: 0).time == "Yesterday")
    }

    @Test mutating func `a picture is shown on every row of its contact`() {
        take([entry("Ada"), entry("Ben"), entry("Ada")])
        let picture = Picture(mediaType: "image/png", bytes: [1])
        presentation.take(picture, of: ContactID("Ada"))
        #expect((0..<3).map { presentation.presentable(at: $0).picture } == [picture, nil, picture])
    }

    @Test mutating func `showing more raises the limit of the current search`() {
        #expect(presentation.request == ListRequest(limit: 2))
        presentation.searchText = "ada"
        #expect(presentation.request == ListRequest(searchText: "ada", limit: 2))
        take([entry("Ada"), entry("Adam")], hasMore: true)
        #expect(presentation.hasMore)
        presentation.showMore()
        #expect(presentation.request == ListRequest(searchText: "ada", limit: 4))
    }

    @Test mutating func `a new search begins with one page`() {
        take([entry("Ada"), entry("Ben")], hasMore: true)
        presentation.showMore()
        presentation.searchText = "ada"
        #expect(presentation.request == ListRequest(searchText: "ada", limit: 2))
        #expect(presentation.searchText == "ada")
    }

    @Test mutating func `showing more does not undo a pending search`() {
        take([entry("Ada"), entry("Ben")], hasMore: true)
        presentation.searchText = "ada"
        presentation.showMore()
        #expect(presentation.request.searchText == "ada")
    }

    @Test mutating func `the status shows Offline until the connection works again`() {
        var status = ModelStatus(connection: Connection(requests: .failing(.unreachable)))
        presentation.take(QueryResult(.success(ListPage(request: presentation.request)), status: status))
        #expect(presentation.status == "Offline: The server cannot be reached; trying again")
        status.connection.requests = .working
        presentation.take(QueryResult(.success(ListPage(request: presentation.request)), status: status))
        #expect(presentation.status == nil)
        #expect(presentation.alert == nil)
    }

    @Test mutating func `a save error shows an alert`() {
        let status = ModelStatus(storageProblem: .diskFull)
        presentation.take(QueryResult(.success(ListPage(request: presentation.request)), status: status))
        #expect(presentation.alert == "Cannot save: the disk is full")
    }

    @Test mutating func `a read error shows an alert and keeps the rows`() {
        take([entry("Ada")])
        presentation.take(QueryResult(.failure(.damaged), status: ModelStatus()))
        #expect(presentation.alert?.hasPrefix("Cannot read the history: the history is damaged") == true)
        #expect(presentation.entries.count == 1)
    }

    @Test mutating func `a group's row shows the last sender and who is typing`() {
        var (theirs, ours) = (entry("Trip"), entry("Club"))
        theirs.sender = ListEntry.Sender(name: "Ben")
        theirs.typingAuthors = ["Ada"]
        ours.sender = ListEntry.Sender(name: nil)
        take([theirs, ours, entry("Ada")])
        #expect((0..<3).map { presentation.presentable(at: $0).sender } == ["Ben", "You", nil])
        #expect((0..<3).map { presentation.presentable(at: $0).typing } == ["Ada is typing…", nil, nil])
    }
}
