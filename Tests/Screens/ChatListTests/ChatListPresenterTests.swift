import ChatTypes
import Foundation
import RuntimeKit
import ScreenKit
import ScreenTesting
import Testing

@testable import ChatList

@Suite struct ChatListPresenterTests {
    private var presenter = ChatListPresenter(environment: .test())

    @Test func `no state is shown before the first content`() {
        var presenter = presenter
        #expect(presenter.state() == nil)
        _ = presenter.handle(.search("a"))
        #expect(presenter.state() == nil)
        presenter.receive(content())
        #expect(presenter.state() == ChatListViewState(searchText: "a", isSearching: true))
    }

    @Test func `the state has the order of the rows that it shows`() {
        var presenter = presenter
        #expect(presenter.handle(.setOrder(.recent)) == [.perform(.setOrder(.recent))])
        var content = content([summary("Ada")])
        presenter.receive(content)
        #expect(presenter.state()?.order == .favourites)
        content.page.request.order = .recent
        presenter.receive(content)
        #expect(presenter.state()?.order == .recent)
    }

    @Test func `the state has the space whose chats it shows, and an unknown one is a problem`() {
        var presenter = presenter
        #expect(presenter.handle(.showSpace(named: "Work")) == [.perform(.showSpace(named: "Work"))])
        #expect(presenter.handle(.showDrafts) == [.perform(.showDrafts)])
        var content = content([summary("Ada")])
        content.page.request.space = ChatSpace(id: ChatID("!work"), name: "Work")
        presenter.receive(content)
        #expect(presenter.state()?.space?.name == "Work")
        _ = presenter.receive(.noSpace(name: "Play"))
        #expect(presenter.state()?.problem?.text == "No chat here is in a space called Play")
    }

    @Test func `a row shows mute, typing and a deleted message`() {
        var presenter = presenter
        let quiet = ChatSummary(
            chat: ChatID("chat-ada"),
            contact: Contact(id: ContactID("ada"), name: "Ada"),
            text: "",
            author: .contact,
            isDeleted: true,
            time: .noon,
            unreadCount: 0,
            notifications: .muted,
            typingAuthors: ["Ada"]
        )
        presenter.receive(content([quiet, summary("Ben")]))
        let rows = presenter.state()?.rows ?? []
        #expect(rows.map(\.isMuted) == [true, false])
        #expect(rows.map(\.typing) == ["Ada is typing…", nil])
        #expect(rows.map(\.preview) == ["Message deleted", "hello"])
    }

    @Test func `a summary becomes a row, spelled out`() {
        var presenter = presenter
        presenter.receive(
            content(
                [
                    summary("Ada", text: "hi", author: .me, at: .noon - 3 * 3600, unread: 2),
                    summary("Ben", text: "ignored", images: 1, at: .noon - 86_400),
                    summary("Cy", images: 12, at: .noon - 2 * 86_400, unread: 100),
                    summary("Dot", text: "", author: nil, at: .noon + 86_400),
                ],
                hasMore: true,
                pictures: [ContactID("Ada"): .small]
            )
        )
        #expect(
            presenter.state()
                == ChatListViewState(
                    rows: [
                        row(
                            "Ada",
                            preview: "hi",
                            author: .me,
                            time: "9:00 am",
                            date: .noon - 3 * 3600,
                            badge: "2",
                            picture: .small
                        ),
                        row(
                            "Ben",
                            preview: "Attachment: 1 Image",
                            time: "Yesterday",
                            shortTime: "Thu",
                            date: .noon - 86_400
                        ),
                        row(
                            "Cy",
                            preview: "Attachment: 12 Images",
                            time: "3/9/2022",
                            shortTime: "Wed",
                            date: .noon - 2 * 86_400,
                            badge: "100"
                        ),
                        row(
                            "Dot",
                            preview: "",
                            author: nil,
                            time: "3/12/2022",
                            shortTime: "Mar 12",
                            date: .noon + 86_400
                        ),
                    ],
                    hasMore: true
                )
        )
    }

    /// A group, told from another by its ID, with something of everything.
    private func group(
        state: ChatState = .joined,
        notifications: NotificationMode = .mentions,
        isDeleted: Bool = false
    ) -> ChatSummary {
        ChatSummary(
            chat: ChatID("g"),
            contact: Contact(id: ContactID("g"), name: "Walkers"),
            isGroup: true,
            state: state,
            distinction: "#walkers:test",
            text: "",
            author: .me,
            fileName: "map.pdf",
            isDeleted: isDeleted,
            senderWarning: .unencrypted,
            time: .noon,
            unreadCount: 3,
            mentionCount: 2,
            notifications: notifications,
            marks: [.favourite],
            hasDraft: true,
            hasFailed: true
        )
    }

    @Test func `the row of a group has its ID, its marks and what waits in it`() {
        var presenter = presenter
        presenter.receive(content([group()]))
        let row = ChatListViewState.Row(
            id: group().id,
            title: "Walkers",
            contact: nil,
            distinction: "#walkers:test",
            preview: "Attachment: map.pdf",
            author: .me,
            sender: "You",
            senderWarning: .unencrypted,
            time: "12:00 pm",
            shortTime: "12:00 pm",
            date: .noon,
            unreadCount: 3,
            mentionCount: 2,
            badge: "3",
            notifications: .mentions,
            marks: [.favourite],
            hasDraft: true,
            hasFailed: true
        )
        #expect(presenter.state()?.rows == [row])
    }

    @Test func `a muted chat counts no mentions, and only a message that is shown has a doubt about its sender`() {
        var presenter = presenter
        presenter.receive(
            content([
                group(notifications: .muted), group(isDeleted: true), group(state: .removed(by: "Eve", reason: "")),
            ])
        )
        let rows = presenter.state()?.rows ?? []
        #expect(rows.map(\.mentionCount) == [0, 2, 2])
        #expect(rows.map(\.senderWarning) == [.unencrypted, nil, nil])
    }

    @Test func `a chat of another account is named with it only if another looks the same`() {
        let work = AccountName("work")
        for (isSigned, distinction) in [(false, "#walkers:test"), (true, "#walkers:test, work")] {
            let summary = group().of(work, isSigned: isSigned)
            #expect(summary.id.chat == ChatID("g").of(work) && summary.distinction == distinction)
        }
        #expect(summary("Ada").of(work, isSigned: true).distinction == "work")
        #expect(summary("Ada").of(nil, isSigned: true).distinction == nil)
    }

    @Test(
        arguments: [
            (ChatSummary.news(), false), (.news(marks: [.unread]), true), (.news(marks: [.favourite]), false),
            (.news(state: .invited(by: "Eve", toGroup: true)), true), (.news(unread: 1), true),
            (.news(unread: 1, notifications: .mentions), false), (.news(mentions: 1, notifications: .mentions), true),
            (.news(unread: 1, mentions: 1, notifications: .muted), false),
        ]
    )
    func `a chat has news if it is marked as unread, invites the user, or counts`(summary: ChatSummary, hasNews: Bool) {
        #expect(summary.hasNews == hasNews)
    }

    @Test func `a count that is not whole says so`() {
        var presenter = presenter
        let chat = ChatSummary(
            chat: ChatID("c"),
            contact: Contact(id: ContactID("ada"), name: "Ada"),
            text: "",
            time: .noon,
            unreadCount: 20,
            hasMoreUnread: true
        )
        presenter.receive(content([chat]))
        #expect(presenter.state()?.rows.map(\.badge) == ["20+"])
        #expect(presenter.state()?.rows.map(\.hasMoreUnread) == [true])
    }

    @Test func `a search result has its message's id and opens the chat there`() {
        var presenter = presenter
        presenter.receive(content([summary("Ada", message: "m1"), summary("Ada")]))
        let ids = presenter.state()?.rows.map(\.id) ?? []
        #expect(ids.map(\.message) == [MessageID("m1"), nil])
        #expect(
            ids.flatMap { presenter.handle(.open($0)) } == [
                .follow(.chat(ChatID("chat-Ada"), at: MessageID("m1"))), .follow(.chat(ChatID("chat-Ada"), at: nil)),
            ]
        )
    }

    @Test func `showPictures leads to the chat's pictures, also from a search result`() {
        var presenter = presenter
        presenter.receive(content([summary("Ada", message: "m1"), summary("Ben")]))
        let rows = presenter.state()?.rows ?? []
        #expect(
            rows.flatMap { presenter.handle(.showPictures($0.id)) } == [
                .follow(.pictures(of: ChatID("chat-Ada"))), .follow(.pictures(of: ChatID("chat-Ben"))),
            ]
        )
    }

    @Test func `showDetails leads to the chat's details`() {
        var presenter = presenter
        #expect(presenter.handle(.showDetails(of: ChatID("a"))) == [.follow(.details(of: ChatID("a")))])
    }

    @Test func `the status says whether the server can be reached`() {
        var presenter = presenter
        let connections = [
            Connection(), .well, Connection(requests: .failing(.unreachable)),
            Connection(requests: .working, liveLink: .failing),
        ]
        let texts = connections.map { connection in
            presenter.receive(content(connection: connection))
            return presenter.state()?.status
        }
        #expect(
            texts == [
                "Connecting…", nil, "Offline, trying again: The server cannot be reached",
                "No live connection: news may come a minute late",
            ]
        )
    }

    @Test func `a disk problem is reported when it begins and when it returns`() {
        var presenter = presenter
        let problems: [DiskProblem?] = [
            nil, .cannotSave(.diskFull), .cannotSave(.diskFull), nil, .cannotSave(.diskFull), .cannotSave(.inUse),
        ]
        let told = problems.map { problem in
            presenter.receive(content([summary("Ada")], problem: problem))
            return presenter.state()?.problem
        }
        #expect(told.map { $0?.number } == [nil, 1, 1, 1, 2, 3])
        #expect(told[1]?.text == "Cannot save: the disk is full")
        #expect(presenter.state()?.rows == [row("Ada")])
    }

    @Test func `an unreadable history keeps the last rows, their numbers and pictures`() {
        var presenter = presenter
        presenter.receive(
            content([summary("Ada")], hasMore: true, offset: 50, pictures: [ContactID("Ada"): .small])
        )
        var unreadable = content(offset: 100, problem: .cannotRead(.damaged))
        unreadable.page.window = nil
        presenter.receive(unreadable)
        let state = presenter.state()
        #expect(state?.rows == [row("Ada", picture: .small)])
        #expect(state?.firstNumber == 51)
        #expect(state?.hasMore == true)
        #expect(
            state?.problem?.text
                == "Cannot read the history: the history is damaged; it will be set aside at the next start"
        )
    }

    @Test func `a new day rebuilds the rows`() {
        let now = WallClockFake()
        var presenter = ChatListPresenter(environment: .test { now.date })
        presenter.receive(content([summary("Ada"), summary("Ben", at: .noon - 86_400)]))
        let times = [Date.noon, .noon + 86_400, .noon + 2 * 86_400].map { date in
            now.date = date
            return presenter.state()?.rows.map(\.time)
        }
        #expect(times == [["12:00 pm", "Yesterday"], ["Yesterday", "3/10/2022"], ["3/11/2022", "3/10/2022"]])
    }

    @Test func `only changed rows are built`() {
        var presenter = presenter
        func build(_ content: ChatListContent) -> Int {
            presenter.receive(content)
            _ = presenter.state()
            return presenter.rowBuildCount
        }
        #expect(build(content(summaries(50))) == 50)
        let pictures = [ContactID("7"): Picture.small]
        #expect(build(content(summaries(50), pictures: pictures)) == 51)
        #expect(build(content(summaries(50).reversed(), pictures: pictures)) == 51)
        #expect(build(content(summaries(50).reversed(), pictures: pictures, connection: Connection())) == 51)
    }
}

extension ChatSummary {
    fileprivate static func news(
        state: ChatState = .joined,
        unread: Int = 0,
        mentions: Int = 0,
        notifications: NotificationMode = .all,
        marks: Set<ChatMark> = []
    ) -> ChatSummary {
        ChatSummary(
            chat: ChatID("c"),
            contact: Contact(id: ContactID("ada"), name: "Ada"),
            state: state,
            text: "",
            time: .noon,
            unreadCount: unread,
            mentionCount: mentions,
            notifications: notifications,
            marks: marks
        )
    }
}

@Suite struct ChatListActionTests {
    private var presenter = ChatListPresenter(environment: .test())

    @Test func `each action calls for its use cases and routes`() {
        var presenter = presenter
        let ids = [summary("Ada").id]
        #expect(presenter.handle(.createChat) == [.follow(.createChat)])
        #expect(presenter.handle(.openContact(named: "Ada")) == [.perform(.findChat(withContactNamed: "Ada"))])
        #expect(presenter.handle(.search("a")) == [.perform(.search("a"))])
        #expect(presenter.handle(.rowsVisible(ids)) == [.perform(.loadPictures(for: ids))])
    }

    @Test func `the search text is shown as it was typed`() {
        var presenter = presenter
        presenter.receive(content())
        let texts = ["a", " ad", ""].map { text in
            _ = presenter.handle(.search(text))
            return presenter.state()?.searchText
        }
        #expect(texts == ["a", " ad", ""])
    }

    @Test func `a failure of the server or the session is no failure of the history`() {
        var presenter = presenter
        presenter.receive(content())
        let texts = [ServiceError.unreachable as any Error, SessionError.unknownChat].map { error in
            _ = presenter.receive(.failed(error))
            return presenter.state()?.problem?.text
        }
        #expect(texts == ["The server cannot be reached", "There is no such chat"])
    }

    @Test func `isSearching is set until the rows answer the newest text`() {
        var presenter = presenter
        presenter.receive(content())
        func isSearching() -> Bool? { presenter.state()?.isSearching }
        #expect(isSearching() == false)
        _ = presenter.handle(.search("a"))
        #expect(isSearching() == true)
        _ = presenter.handle(.search("ab"))
        presenter.receive(content(searchText: "a"))
        #expect(isSearching() == true)
        var unreadable = content(searchText: "ab", problem: .cannotRead(.damaged))
        unreadable.page.window = nil
        presenter.receive(unreadable)
        #expect(isSearching() == true)
        presenter.receive(content(searchText: "ab"))
        #expect(isSearching() == false)
    }

    @Test func `showMore and showPrevious do nothing at the ends`() {
        var presenter = presenter
        #expect(presenter.handle(.showMore) == [] && presenter.handle(.showPrevious) == [])
        presenter.receive(content(hasMore: true))
        #expect(presenter.handle(.showMore) == [.perform(.showMore)])
        #expect(presenter.handle(.showPrevious) == [])
        presenter.receive(content(hasMore: false, offset: 50))
        #expect(presenter.handle(.showMore) == [])
        #expect(presenter.handle(.showPrevious) == [.perform(.showPrevious)])
        #expect(presenter.state()?.firstNumber == 51)
    }

    @Test func `openContact opens the chat, and an unknown name is a problem each time`() {
        var presenter = presenter
        presenter.receive(content())
        #expect(presenter.receive(.found(ChatID("c1"))) == [.follow(.chat(ChatID("c1"), at: nil))])
        #expect(presenter.state()?.problem == nil)
        let outcomes: [ChatListOutcome] = [
            .notFound(name: "Ben"), .notFound(name: "Ben"), .failed(StorageProblem.diskFull), .done,
        ]
        let problems = outcomes.map { outcome in
            #expect(presenter.receive(outcome) == [])
            return presenter.state()?.problem
        }
        #expect(
            problems == [
                ScreenProblem(text: "There is no chat with Ben", number: 1),
                ScreenProblem(text: "There is no chat with Ben", number: 2),
                ScreenProblem(text: "Cannot read the history: the disk is full", number: 3),
                ScreenProblem(text: "Cannot read the history: the disk is full", number: 3),
            ]
        )
    }
}
