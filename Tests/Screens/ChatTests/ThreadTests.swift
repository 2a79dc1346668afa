import ChatTypes
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import Chat

/// Threads in a chat's screen, and the screens of threads.
@Suite struct ThreadTests {
    private static let answer = ChatMessage(
        id: MessageID("answer"),
        author: .contact,
        text: "Seven",
        inThread: MessageID("other"),
        time: .noon,
        delivery: .received
    )
    private static let joined = ChatMessage(
        id: MessageID("joined"),
        author: .contact,
        text: "joined",
        event: .joined,
        time: .noon,
        delivery: .received
    )

    /// A presenter of a part of a chat, whose message "root" begins a thread.
    private func presenter(of part: TimelinePart) -> ChatPresenter {
        var root = theirs("root")
        root.thread = ThreadSummary(answerCount: 2, time: .noon, unreadCount: 1, mentionCount: 1, hasDraft: true)
        var presenter = ChatPresenter(part: part, environment: .test())
        presenter.receive(content([root, Self.answer, Self.joined]))
        return presenter
    }

    @Test func `a thread opens from its root, which its own screen does not open again`() {
        let (root, route) = (MessageID("root"), ScreenEffect<ChatUseCase, ChatRoute>.follow(.thread(MessageID("root"))))
        for (part, effects) in [(TimelinePart.main, [route]), (.threads, [route]), (.thread(root), [])] {
            var presenter = presenter(of: part)
            #expect(presenter.handle(.openThread(root)) == effects && presenter.state()?.problem == nil)
        }
    }

    @Test(arguments: [
        ("answer", "The message is in a thread: no other can begin with it"),
        ("joined", "This line is not a message: no thread can begin with it"),
    ])
    func `no thread begins with an answer or with an event`(id: String, reason: String) {
        var presenter = presenter(of: .main)
        #expect(presenter.handle(.openThread(MessageID(id))).isEmpty)
        #expect(presenter.state()?.problem?.text == reason)
    }

    @Test func `the list of threads leads neither to itself nor to a day, and nothing can be sent from it`() {
        var presenter = presenter(of: .threads)
        #expect(presenter.handle(.showThreads).isEmpty && presenter.handle(.showDate("today")).isEmpty)
        #expect(presenter.state()?.canWrite == false && presenter.state()?.isLoadingEarlier == false)
        _ = presenter.receive(.noThread)
        #expect(presenter.state()?.problem?.text == "Nothing was sent: open a thread to write in it")
        var chat = self.presenter(of: .main)
        #expect(chat.handle(.showThreads) == [.follow(.threads)] && chat.state()?.canWrite == true)
    }

    @Test func `the line about a thread stands below its root, except on the thread's own screen`() {
        var (chat, thread) = (presenter(of: .main), presenter(of: .thread(MessageID("root"))))
        let line = chat.state()?.rows.first?.thread
        #expect(line?.countText == "2 answers, 1 unread, 1 mention, draft" && line?.time == "12:00 pm")
        #expect(thread.state()?.rows.map(\.thread) == [nil, nil, nil])
        #expect(ChatViewState.ThreadLine(answerCount: 1, mentionCount: 2).countText == "1 answer, 2 mentions")
    }

    /// The interactor of a part of a chat, between the models of the chat and of that part.
    private func stage(
        of part: TimelinePart
    ) -> (model: ChatModelFake, timeline: ChatModelFake, stage: InteractorStage<ChatInteractor>) {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let model = ChatModelFake([theirs("1")], clock: executor.clock)
        let timeline = ChatModelFake([theirs("1"), theirs("2", isUnread: true, mentionsMe: true)], of: part)
        timeline.change { $0.pages = [[theirs("0")]] }
        let interactor = ChatInteractor(
            chat: chat,
            showing: nil,
            model: model,
            timeline: timeline,
            clock: executor.clock
        )
        return (model, timeline, InteractorStage(interactor, on: executor))
    }

    @Test func `a thread's screen sends, saves, loads and reads in the thread, and does all else in the chat`() throws {
        let (model, timeline, stage) = stage(of: .thread(MessageID("root")))
        guard case .mention(let mention) = stage.perform(.action(.showMention)) else {
            Issue.record("nothing mentions the user")
            return
        }
        #expect(mention == MessageID("2"))
        let (poll, reply) = ("Lunch? | Pizza | Soup", DraftTarget.reply(to: MessageID("1")))
        let actions: [ChatAction] = [
            .send("a"), .reply(MessageID("1"), "b"), .sendFile(path: "f"), .startPoll(poll), .unfinished(reply, "c"),
        ]
        for action in actions { stage.perform(.action(action)) }
        stage.perform(.markSeen(MessageID("2")))
        stage.perform(.loadEarlier(1))
        let calls: [ChatModelFake.Call] = [
            .send("a"), .reply(MessageID("1"), "b"), .sendFile("f", text: ""), .ask(try Poll.accepting(poll)),
            .saveUnfinished("c", reply), .markRead(MessageID("2")), .loadEarlier,
        ]
        #expect(timeline.calls == calls && model.calls == [])
        guard case .shownDate(1, let first, failure: nil) = stage.perform(.showDate(.noon, 1)) else {
            Issue.record("there is no such day")
            return
        }
        #expect(first == MessageID("0"))
        let others: [ChatAction] = [
            .download(MessageID("1")), .react(MessageID("1"), "👍"), .edit(MessageID("1"), to: "x"),
            .delete(MessageID("1")), .set(.favourite, true),
        ]
        for action in others { stage.perform(.action(action)) }
        #expect(timeline.calls == calls && model.calls.count == others.count)
        #expect(model.typingCount == 1 && timeline.typingCount == 0)
    }

    @Test func `the rest that counts in a hidden thread is read in the thread when the user is back`() {
        let (model, timeline, stage) = stage(of: .thread(MessageID("root")))
        timeline.change { $0.isLookedAt = false }
        stage.run()
        timeline.change { $0.hasUnreadRest = true }
        stage.run()
        #expect(timeline.calls == [])
        timeline.change { $0.isLookedAt = true }
        stage.run()
        #expect(timeline.calls == [.markRestRead] && model.calls == [])
    }

    @Test(arguments: [
        ChatAction.send("x"), .reply(MessageID("1"), "x"), .sendFile(path: "f"), .resendFailed, .startPoll("a | b | c"),
        .edit(MessageID("1"), to: "x"), .react(MessageID("1"), "👍"), .vote(MessageID("1"), [1]),
        .endPoll(MessageID("1")),
    ])
    func `nothing is sent from the list of threads`(action: ChatAction) {
        let (model, timeline, stage) = stage(of: .threads)
        guard case .noThread = stage.perform(.action(action)) else {
            Issue.record("it was sent")
            return
        }
        #expect(model.calls == [] && timeline.calls == [])
    }
}
