import ChatTypes
import ScreenKit
import ScreenTesting
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
}
