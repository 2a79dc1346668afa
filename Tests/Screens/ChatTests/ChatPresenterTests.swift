import ChatTypes
import Foundation
import RuntimeKit
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

@Suite struct ChatPresenterTests {
    private var presenter = ChatPresenter(environment: .test())

    @Test func `a message becomes a row, spelled out`() {
        var presenter = presenter
        let shown = [
            theirs("1", at: .noon - 3 * 86_400), theirs("2", text: "ignored", images: 1, at: .noon - 86_400),
            theirs("3", images: 2, at: .noon - 3 * 3600, followsGap: true), mine("4", delivery: .read), failed("5"),
            mine("6", text: "👋", delivery: .sending),
        ]
        presenter.receive(content(shown, hasEarlier: true, hasLater: true, draft: "so"))
        let rows = [
            row(shown[0], time: "3/8/2022 12:00 pm"),
            row(shown[1], attachment: "Attachment: 1 Image", time: "Yesterday 12:00 pm"),
            row(shown[2], attachment: "Attachment: 2 Images", time: "9:00 am"),
            row(shown[3]), row(shown[4]), row(shown[5]),
        ]
        #expect(presenter.state() == state(rows, hasEarlier: true, hasLater: true, draft: "so"))
        #expect(rows.map(\.followsGap) == [false, false, true, false, false, false])
        #expect(rows[4].delivery == .failed(reason: "no"))
    }

    @Test func `the first unread mark stays while reading and is renewed when not looking`() {
        var presenter = presenter
        func marked(_ messages: [ChatMessage], isLookedAt: Bool = true) -> String? {
            let first = messages.first(where: \.isUnread)?.id
            let window = ChatWindow(contact: ada, messages: messages, firstUnread: first, isLookedAt: isLookedAt)
            presenter.receive(ChatContent(window: window, connection: .well))
            return presenter.state()?.firstUnread?.rawValue
        }
        let first = [theirs("1"), theirs("2", isUnread: true), theirs("3", isUnread: true)]
        #expect(marked(first) == "2")
        let read = [theirs("1"), theirs("2"), theirs("3")]
        #expect(marked(read) == "2")
        #expect(marked(read + [theirs("4", isUnread: true)]) == "2", "the user looks at the chat")
        #expect(marked(read + [theirs("4")]) == "2")
        #expect(marked(read + [theirs("4"), theirs("5", isUnread: true)], isLookedAt: false) == "5")
        #expect(marked(read + [theirs("4"), theirs("5")]) == "5")
        #expect(marked(read, isLookedAt: false) == nil, "the user looked away, and everything was read")
        #expect(marked(read) == nil)
    }

    @Test func `the first unread mark above the window stays when the window moves`() {
        var presenter = presenter
        func marked(_ messages: [ChatMessage], first: String?) -> String? {
            let window = ChatWindow(contact: ada, messages: messages, firstUnread: first.map { MessageID($0) })
            presenter.receive(ChatContent(window: window, connection: .well))
            return presenter.state()?.firstUnread?.rawValue
        }
        #expect(marked([theirs("60", isUnread: true)], first: "2") == "2")
        #expect(marked([theirs("2", isUnread: true), theirs("60")], first: "2") == "2")
        #expect(marked([theirs("2"), theirs("60")], first: nil) == "2", "read while the user looked")
    }

    @Test func `messages that fill a gap before the first unread count as unread`() {
        var presenter = presenter
        func marked(_ messages: [ChatMessage], first: String? = nil) -> String? {
            let window = ChatWindow(contact: ada, messages: messages, firstUnread: first.map { MessageID($0) })
            presenter.receive(ChatContent(window: window, connection: .well))
            return presenter.state()?.firstUnread?.rawValue
        }
        let (read, newest) = (messages(1...3), messages(10...12))
        #expect(marked(read + [theirs("9", followsGap: true, isUnread: true)] + newest, first: "9") == "9")
        #expect(marked(read + [theirs("7", followsGap: true)] + messages(8...12)) == "7", "read meanwhile")
        #expect(marked(messages(6...12)) == nil, "above the window")
        #expect(marked(read + [mine("4")] + messages(5...12)) == "5")
    }

    @Test func `neither deleted messages nor events that fill a gap are the first unread message`() {
        var presenter = presenter
        let deleted = ChatMessage(
            id: MessageID("4"),
            author: .contact,
            text: "",
            isDeleted: true,
            time: .noon,
            delivery: .received
        )
        let joined = ChatMessage(
            id: MessageID("5"),
            author: .contact,
            text: "joined",
            event: .joined,
            time: .noon,
            delivery: .received
        )
        presenter.receive(content(messages(1...3) + [theirs("9", followsGap: true, isUnread: true)]))
        let filled = messages(1...3) + [deleted, joined] + messages(6...9)
        presenter.receive(ChatContent(window: ChatWindow(contact: ada, messages: filled), connection: .well))
        #expect(presenter.state()?.firstUnread == MessageID("6"))
    }

    @Test(arguments: [false, true])
    func `a gap that fills after the user has answered, or read all, brings no mark back`(hasAnswered: Bool) {
        var presenter = presenter
        presenter.receive(content(messages(1...3) + [theirs("9", followsGap: true, isUnread: true)]))
        #expect(presenter.state()?.firstUnread == MessageID("9"))
        if hasAnswered { _ = presenter.receive(.sent("Hello")) } else { _ = presenter.handle(.markRead) }
        presenter.receive(content(messages(1...9)))
        #expect(presenter.state()?.firstUnread == nil)
    }

    @Test func `the last row of a window is no end while later rows follow`() {
        var presenter = presenter
        presenter.receive(content(messages(1...2), hasLater: true))
        let anchor = ScreenEffect<ChatUseCase, ChatRoute>.perform(.anchor(at: MessageID("2")))
        #expect(presenter.handle(.rowsVisible(upTo: MessageID("2"))) == [anchor])
    }

    @Test func `a chat that looks like another is told from it by its ID`() {
        var presenter = presenter
        let window = ChatWindow(contact: ada, distinction: "@ada:test")
        presenter.receive(ChatContent(window: window, connection: .well))
        #expect(presenter.state()?.distinction == "@ada:test")
    }

    @Test func `rowsVisible marks the newest unread message that is shown`() {
        var presenter = presenter
        func seen(_ row: String) -> [ScreenEffect<ChatUseCase, ChatRoute>] {
            presenter.handle(.rowsVisible(upTo: MessageID(row)))
        }
        presenter.receive(content([theirs("1"), theirs("2", isUnread: true), mine("3"), theirs("4", isUnread: true)]))
        let anchor = ScreenEffect<ChatUseCase, ChatRoute>.perform(.anchor(at: MessageID("3")))
        #expect(seen("3") == [anchor, .perform(.markSeen(MessageID("2")))])
        #expect(seen("4") == [.perform(.anchor(at: nil)), .perform(.markSeen(MessageID("4")))])
        #expect(seen("1") == [.perform(.anchor(at: MessageID("1")))], "already read")
        #expect(seen("1").isEmpty, "already anchored")
        #expect(seen("5").isEmpty, "not on screen")
    }

    @Test func `a view that lags behind does not hold the rows`() {
        var presenter = presenter
        presenter.receive(content([theirs("1"), theirs("2")]))
        let anchor = ScreenEffect<ChatUseCase, ChatRoute>.perform(.anchor(at: MessageID("1")))
        #expect(presenter.handle(.rowsVisible(upTo: MessageID("1"), isAtEnd: true)).isEmpty)
        #expect(presenter.handle(.rowsVisible(upTo: MessageID("1"))) == [anchor])
        #expect(presenter.handle(.rowsVisible(upTo: MessageID("1"), isAtEnd: true)) == [.perform(.anchor(at: nil))])
    }

    @Test func `a missing chat shows nothing unless there is a problem`() {
        var presenter = presenter
        #expect(presenter.state() == nil)
        presenter.receive(ChatContent(window: nil, connection: .well))
        #expect(presenter.state() == nil)
        _ = presenter.receive(.refused(.empty))
        let problem = ScreenProblem(text: "Please type a message first", number: 1)
        #expect(presenter.state() == state(title: "", problem: problem))
    }

    @Test func `the status shows the server, and a disk problem is reported once`() {
        var presenter = presenter
        let failing = Connection(requests: .failing(.unreachable))
        let full = DiskProblem.cannotSave(.diskFull)
        let told = [(.well, nil), (Connection(), nil), (failing, full), (.well, full), (.well, nil), (.well, full)].map
        {
            (connection: Connection, problem: DiskProblem?) in
            presenter.receive(content(connection: connection, problem: problem))
            return presenter.state()
        }
        let problem = ScreenProblem(text: "Cannot save: the disk is full", number: 1)
        #expect(
            told == [
                state(), state(status: "Connecting…"),
                state(status: "Offline, trying again: The server cannot be reached", problem: problem),
                state(problem: problem), state(problem: problem),
                state(problem: ScreenProblem(text: problem.text, number: 2)),
            ]
        )
    }

    @Test func `an unreadable history keeps the last rows and is reported once`() {
        var presenter = presenter
        let text = "Cannot read the history: the history is damaged; it will be set aside at the next start"
        let problem = ScreenProblem(text: text, number: 1)
        let unreadable = ChatContent(window: nil, connection: .well, problem: .cannotRead(.damaged))
        presenter.receive(unreadable)
        #expect(presenter.state() == state(title: "", problem: problem), "also at the start")
        presenter.receive(content([mine("1")]))
        #expect(presenter.state() == state([row(mine("1"))], problem: problem))
        for _ in 1...2 {
            presenter.receive(unreadable)
            #expect(presenter.state()?.rows == [row(mine("1"))])
        }
        #expect(presenter.state()?.problem?.number == 2)
    }

    @Test func `a new day rebuilds the rows`() {
        let wall = WallClockFake()
        var presenter = ChatPresenter(environment: .test { wall.date })
        presenter.receive(content([mine("1"), theirs("2", at: .noon - 86_400)]))
        let times = [Date.noon, .noon + 86_400].map { date in
            wall.date = date
            return presenter.state()?.rows.map(\.time)
        }
        #expect(times == [["12:00 pm", "Yesterday 12:00 pm"], ["Yesterday 12:00 pm", "3/10/2022 12:00 pm"]])
    }

    @Test func `only changed rows are built`() {
        var presenter = presenter
        let counts = [
            messages(1...50), messages(2...50) + [mine("new")], messages(2...50) + [mine("new", delivery: .read)],
            messages(2...50) + [mine("new", delivery: .read)],
        ].map { messages in
            presenter.receive(content(messages))
            _ = presenter.state()
            return presenter.rowBuildCount
        }
        #expect(counts == [50, 51, 52, 52])
    }

    @Test func `a deleted message says so and has no picture`() {
        var presenter = presenter
        let gone = ChatMessage(id: MessageID("1"), author: .me, text: "", isDeleted: true, time: .noon, delivery: .sent)
        presenter.receive(content([gone]))
        let row = presenter.state()?.rows.first
        #expect(row?.text == "Message deleted" && row?.isDeleted == true && row?.attachment == nil)
    }

    @Test(arguments: [false, true])
    func `a row has the formats, the reactions and the picture's size of its message`(isDeleted: Bool) {
        var presenter = presenter
        let bold = TextSpan(.strong, start: 0, length: 2)
        let reaction = MessageReaction(text: "👍", count: 1, names: ["Ada"])
        let size = PixelSize(width: 80, height: 32)
        let message = ChatMessage(
            id: MessageID("1"),
            author: .contact,
            text: "hi",
            spans: [bold],
            attachment: AttachedFile(id: FileID("f"), name: "a", type: "image/png", byteCount: 9, pixels: size),
            isDeleted: isDeleted,
            reactions: [reaction],
            time: .noon,
            delivery: .received
        )
        presenter.receive(content([message]))
        let row = presenter.state()?.rows.first
        #expect(row?.spans == (isDeleted ? [] : [bold]) && row?.reactions == [reaction] && row?.file?.pixels == size)
    }

    @Test(arguments: [false, true])
    func `a row tells that its text stands for another, unless the message was deleted`(isDeleted: Bool) {
        var presenter = presenter
        let message = ChatMessage(
            id: MessageID("1"),
            author: .contact,
            text: "waiting",
            isDeleted: isDeleted,
            isPlaceholder: true,
            time: .noon,
            delivery: .received
        )
        presenter.receive(content([message]))
        #expect(presenter.state()?.rows.map(\.isPlaceholder) == [!isDeleted])
    }

    @Test func `an edited message says so, and a refused edit says why`() {
        var presenter = presenter
        let edited = ChatMessage(
            id: MessageID("1"),
            author: .contact,
            text: "Hello",
            isEdited: true,
            time: .noon,
            delivery: .received
        )
        let refused = ChatMessage(
            id: MessageID("2"),
            author: .me,
            text: "At six",
            editFailure: "too late",
            time: .noon,
            delivery: .sent
        )
        presenter.receive(content([edited, refused]))
        #expect(presenter.state()?.rows.map(\.isEdited) == [true, false])
        #expect(presenter.state()?.rows.map(\.editFailure) == [nil, "too late"])
    }

    @Test func `a chat shows mute and typing`() {
        var presenter = presenter
        #expect(state().isMuted == false && state().typing == nil)
        for isOn in [true, false] {
            let window = ChatWindow(
                contact: ada,
                messages: [],
                notifications: isOn ? .muted : .all,
                typingAuthors: isOn ? ["Ada"] : []
            )
            presenter.receive(ChatContent(window: window, connection: .well))
            #expect(presenter.state()?.isMuted == isOn)
            #expect(presenter.state()?.typing == (isOn ? "Ada is typing…" : nil))
        }
    }

    @Test func `the state names the search result it was opened at`() {
        var presenter = ChatPresenter(showing: MessageID("7"), environment: .test())
        presenter.receive(content(messages(1...9)))
        #expect(presenter.state()?.found == MessageID("7"))
        #expect(state().found == nil)
    }
}

@Suite struct ChatActionTests {
    private var presenter = ChatPresenter(environment: .test())

    @Test func `each action calls for its use cases and routes`() {
        var presenter = presenter
        let id = MessageID("m")
        #expect(presenter.handle(.draft("h")) == [.perform(.action(.draft("h")))])
        #expect(presenter.handle(.send("hi")) == [.perform(.action(.send("hi")))])
        #expect(presenter.handle(.resend(id)) == [.perform(.action(.resend(id)))])
        #expect(presenter.handle(.resendFailed) == [.perform(.action(.resendFailed))])
        #expect(presenter.handle(.delete(id)) == [.perform(.action(.delete(id)))])
        #expect(presenter.handle(.edit(id, to: "b")) == [.perform(.action(.edit(id, to: "b")))])
        #expect(presenter.handle(.setMuted(true)) == [.perform(.action(.setMuted(true)))])
        #expect(presenter.handle(.showPictures) == [.follow(.pictures)])
        #expect(presenter.handle(.leave) == [.follow(.leave)])
    }

    @Test func `paging does nothing unless there are more messages`() {
        var presenter = presenter
        let scrolling = [ChatAction.loadEarlier, .showLater, .showNewest]
        #expect(scrolling.flatMap { presenter.handle($0) } == [])
        presenter.receive(content())
        #expect(scrolling.flatMap { presenter.handle($0) } == [])
        presenter.receive(content(hasEarlier: true))
        #expect(scrolling.flatMap { presenter.handle($0) } == [.perform(.loadEarlier(1))])
        presenter.receive(content(hasLater: true))
        #expect(
            scrolling.flatMap { presenter.handle($0) } == [
                .perform(.action(.showLater)), .perform(.action(.showNewest)),
            ]
        )
    }

    @Test func `going to a message asks for it unless it is among the rows`() {
        var presenter = presenter
        #expect(presenter.handle(.showMessage(MessageID("1"))) == [] && presenter.handle(.showFirstUnread) == [])
        presenter.receive(content([theirs("1", isUnread: true)]))
        #expect(presenter.handle(.showMessage(MessageID("1"))) == [] && presenter.handle(.showFirstUnread) == [])
        #expect(presenter.handle(.showMessage(MessageID("0"))) == [.perform(.show(MessageID("0")))])
    }

    @Test func `typed text is shown until it is sent and stays on failure`() {
        var presenter = presenter
        presenter.receive(content(draft: "kept"))
        #expect(presenter.state()?.draft == "kept")
        let drafts = [ChatAction.draft("a"), .draft(""), .draft("ab"), .send("abc")].map { action in
            _ = presenter.handle(action)
            return presenter.state()?.draft
        }
        #expect(drafts == ["a", "", "ab", "abc"])
        presenter.receive(content(draft: "older"))
        _ = presenter.receive(.refused(.empty))
        _ = presenter.receive(.failed(StorageProblem.diskFull))
        _ = presenter.receive(.done)
        #expect(presenter.state()?.draft == "abc")
        _ = presenter.handle(.draft("typed since"))
        _ = presenter.receive(.sent("abc"))
        #expect(presenter.state()?.draft == "typed since")
        _ = presenter.receive(.sent("typed since"))
        #expect(presenter.state()?.draft == "")
    }

    @Test(
        arguments: [
            (.refused(.empty), "Please type a message first"),
            (
                .refused(.tooLong(bytes: 65_537, limit: 65_536)),
                "The message is too long: 65537 bytes, and the server takes 65536"
            ),
            (.failed(SessionError.unknownChat), "There is no such chat"),
            (.failed(StorageProblem.diskFull), "the disk is full"),
            (.loadedEarlier(1, failure: ServiceError.unreachable), "The server cannot be reached"),
        ] as [(ChatOutcome, String)]
    )
    func `each failure is a new problem with its reason`(outcome: ChatOutcome, text: String) {
        var presenter = presenter
        presenter.receive(content())
        for number in 1...3 {
            #expect(presenter.receive(outcome) == [])
            #expect(presenter.state()?.problem == ScreenProblem(text: text, number: number))
        }
    }

    @Test func `loading is shown until the newest request ends, however it ends`() {
        var presenter = presenter
        presenter.receive(content(hasEarlier: true))
        func isLoading() -> Bool? { presenter.state()?.isLoadingEarlier }
        #expect(isLoading() == false)
        #expect(presenter.handle(.loadEarlier) == [.perform(.loadEarlier(1))])
        #expect(isLoading() == true)
        #expect((2...3).flatMap { _ in presenter.handle(.loadEarlier) }.last == .perform(.loadEarlier(3)))
        _ = presenter.receive(.loadedEarlier(1, failure: ServiceError.unreachable))
        #expect(isLoading() == true)
        _ = presenter.receive(.loadedEarlier(3, failure: nil))
        #expect(isLoading() == false)
        #expect(presenter.state()?.problem?.number == 1)
    }
}
