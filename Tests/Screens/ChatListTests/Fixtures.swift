import ChatTypes
import Foundation
import ScreenKit
import ScreenTesting

@testable import ChatList

func summary(
    _ name: String,
    message: String? = nil,
    text: String = "hello",
    author: Author? = .contact,
    images: Int = 0,
    at time: Date = .noon,
    unread: Int = 0
) -> ChatSummary {
    ChatSummary(
        chat: ChatID("chat-\(name)"),
        message: message.map { MessageID($0) },
        contact: Contact(id: ContactID(name), name: name),
        text: text,
        author: author,
        imageCount: images,
        time: time,
        unreadCount: unread
    )
}

/// A number of chats, "1" first.
func summaries(_ count: Int) -> [ChatSummary] {
    (1...count).map { summary("\($0)") }
}

/// The row of a summary with the given values.
func row(
    _ name: String,
    preview: String = "hello",
    author: Author? = .contact,
    time: String = "12:00 pm",
    shortTime: String? = nil,
    date: Date = .noon,
    badge: String? = nil,
    picture: Picture? = nil
) -> ChatListViewState.Row {
    ChatListViewState.Row(
        id: summary(name).id,
        title: name,
        contact: ContactID(name),
        preview: preview,
        author: author,
        time: time,
        shortTime: shortTime ?? time,
        date: date,
        unreadCount: badge.flatMap { Int($0) } ?? 0,
        badge: badge,
        picture: picture
    )
}

/// The content of a connected list.
func content(
    _ summaries: [ChatSummary] = [],
    hasMore: Bool = false,
    offset: Int = 0,
    searchText: String = "",
    pictures: [ContactID: Picture] = [:],
    connection: Connection = .well,
    problem: DiskProblem? = nil
) -> ChatListContent {
    ChatListContent(
        page: PagedContent(
            window: ChatSummaryWindow(summaries: summaries, hasMore: hasMore),
            request: ChatListRequest(searchText: searchText, rows: RowRange(offset: offset)),
            connection: connection,
            problem: problem
        ),
        pictures: pictures
    )
}

extension Connection {
    static let well = Connection(requests: .working, liveLink: .open)
}

extension Picture {
    static let small = Picture(mediaType: "image/png", bytes: [1, 2, 3])
}
