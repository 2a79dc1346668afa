import ChatTypes
import ScreenKit
import ScreenTesting
import Testing

@testable import Chat

/// Where a chat opens, what counts as read, and the mark above the first unread message.
@Suite struct UnreadTests {
    private static func unread(_ count: Int) -> [ChatMessage] {
        messages(1...100) + (101...(100 + count)).map { theirs("\($0)", isUnread: true) }
    }

    /// A message of the contact that was deleted.
    private static func deleted(_ id: String) -> ChatMessage {
        ChatMessage(
            id: MessageID(id),
            author: .contact,
            text: "",
            isDeleted: true,
            time: theirs(id).time,
            delivery: .received
        )
    }

    @Test func `a chat with many unread messages opens at the first and shows no newer state before`() {
        let stage = ChatStage(Self.unread(200))
        stage.run()
        #expect(stage.view.states.allSatisfy { state in state.rows.contains { $0.id == MessageID("101") } })
        #expect(stage.view.last?.firstUnread == MessageID("101") && stage.view.last?.hasLater == true)
        #expect(stage.view.last?.rows.count ?? 0 <= 51)
    }

    @Test func `a chat whose unread messages fit into a page opens at its end`() {
        let stage = ChatStage(Self.unread(10))
        stage.run()
        #expect(stage.ids.last == "110" && stage.view.last?.hasLater == false)
    }

    @Test func `a chat opened at a message stays there though earlier ones are unread`() {
        let stage = ChatStage(Self.unread(200), showing: MessageID("280"))
        stage.run()
        #expect(stage.ids.contains("280") && !stage.ids.contains("101"))
    }

    @Test func `rows below the last visible one stay unread`() {
        let stage = ChatStage(Self.unread(200))
        stage.run()
        stage.module.send(.rowsVisible(upTo: MessageID("110")))
        stage.run()
        #expect(stage.model.calls == [.markRead(MessageID("110"))])
    }

    @Test func `messages that came late above the user's own are read with these`() {
        let own = (1...60).map { mine("m\($0)", position: Int64($0)) }
        let stage = ChatStage([theirs("late", isUnread: true)] + own)
        stage.run()
        #expect(stage.ids.first == "late", "it opens at the first unread message")
        stage.module.send(.showNewest)
        stage.run()
        #expect(!stage.ids.contains("late"))
        stage.module.send(.rowsVisible(upTo: MessageID("m30")))
        stage.run()
        #expect(stage.model.calls == [.markRead(MessageID("m30"))])
    }

    @Test(arguments: [
        ([mine("a"), theirs("b"), mine("c", position: 3)], nil),
        ([mine("a", position: 1), mine("b")], "a"), ([mine("a")], nil), ([], nil),
        ([theirs("a", isUnread: true), mine("b", position: 2)], "a"), ([deleted("a"), mine("b", position: 2)], "b"),
    ])
    func `rows of others that are read show that nothing above them is unread`(rows: [ChatMessage], read: String?) {
        let window = ChatWindow(contact: ada, messages: rows, firstUnread: MessageID("above"))
        #expect(window.newestToRead()?.rawValue == read)
        #expect(window.newestToRead(upTo: MessageID("unknown")) == nil)
        let noneUnread = ChatWindow(contact: ada, messages: [mine("a", position: 1)])
        #expect(noneUnread.newestToRead() == nil)
    }

    @Test func `markRead goes to the end, marks everything and removes the mark`() {
        let stage = ChatStage(Self.unread(200))
        stage.run()
        stage.module.send(.markRead)
        stage.run()
        #expect(stage.model.calls == [.markRead(MessageID("300"))])
        #expect(stage.ids.last == "300" && stage.view.last?.firstUnread == nil)
    }

    @Test func `showFirstUnread returns from the end to the first unread message`() {
        let stage = ChatStage(Self.unread(200))
        stage.run()
        stage.module.send(.showNewest)
        stage.run()
        #expect(stage.ids.last == "300" && !stage.ids.contains("101"))
        stage.module.send(.showFirstUnread)
        stage.run()
        #expect(stage.ids.contains("101"))
        #expect(stage.model.calls == [], "nothing was reported as visible")
    }

    @Test func `a text sent before the chat is shown leads to the newest end, not to the first unread message`() {
        let stage = ChatInteractorStage(Self.unread(200)) { $0.readDelay = .milliseconds(300) }
        stage.perform(.send("Hello"))
        #expect(stage.ids.last == "sent-300" && stage.window?.hasLater == false)
    }

    @Test func `the mark above the first unread message goes once the user answers`() {
        let stage = ChatStage(Self.unread(2))
        stage.run()
        #expect(stage.view.last?.firstUnread == MessageID("101"))
        stage.module.send(.send("Hello"))
        stage.run()
        #expect(stage.view.last?.firstUnread == nil)
        stage.model.change { $0.messages?.append(theirs("x", isUnread: true)) }
        stage.run()
        #expect(stage.view.last?.firstUnread == nil, "the user looks at the chat")
    }

    @Test func `the rest that counts while the user looks elsewhere is read when the user is back`() {
        let stage = ChatStage([theirs("1")]) { $0.isLookedAt = false }
        stage.model.change { $0.hasUnreadRest = true }
        stage.run()
        #expect(stage.model.calls == [])
        stage.model.change { $0.isLookedAt = true }
        stage.run()
        #expect(stage.model.calls == [.markRestRead])
        stage.model.change { $0.hasUnreadRest = true }
        stage.run()
        #expect(stage.model.calls == [.markRestRead], "the session reads what comes while the user looks")
    }

    @Test func `the rest that counts when the chat opens is read by its connection alone`() {
        let stage = ChatStage([theirs("1")]) { $0.hasUnreadRest = true }
        stage.run()
        #expect(stage.model.calls == [])
    }

    @Test func `setMembership asks the server and shows a refusal`() {
        let stage = ChatStage([])
        stage.module.send(.setMembership(.join))
        stage.run()
        #expect(stage.model.calls == [.setMembership(.join)] && stage.view.last?.problem == nil)
        stage.model.change { $0.membershipFailure = .unreachable }
        stage.module.send(.setMembership(.leave))
        stage.run()
        #expect(stage.model.calls.last == .setMembership(.leave))
        #expect(stage.view.last?.problem?.text == "The server cannot be reached")
    }

    @Test func `forgetting a chat leaves its screen, unless the server refuses`() {
        let stage = ChatStage([])
        stage.model.change { $0.membershipFailure = .refused(.noMembership, text: "Leave the room first") }
        stage.module.send(.setMembership(.forget))
        stage.run()
        #expect(stage.router.routes.isEmpty)
        stage.model.change { $0.membershipFailure = nil }
        stage.module.send(.setMembership(.forget))
        stage.run()
        #expect(stage.router.routes == [.leave])
    }

    @Test(arguments: [ChatState.invited(by: "Eve", toGroup: true), .invitedToSpace(by: "Eve")])
    func `declining an invitation leaves its screen, unless the server refuses`(state: ChatState) {
        let stage = ChatStage([]) { $0.standing = ChatStanding(state: state) }
        stage.model.change { $0.membershipFailure = .unreachable }
        stage.module.send(.setMembership(.leave))
        stage.run()
        #expect(stage.router.routes.isEmpty && stage.view.last?.problem != nil)
        stage.model.change { $0.membershipFailure = nil }
        stage.module.send(.setMembership(.leave))
        stage.run()
        #expect(stage.router.routes == [.leave])
    }

    @Test func `declining an invitation leaves its screen though the chat has ended before the server answers`() {
        let stage = ChatStage([]) { $0.standing = ChatStanding(state: .invited(by: "Eve", toGroup: true)) }
        stage.model.changeUnseen { $0.writeDelay = .seconds(5) }
        stage.module.send(.setMembership(.leave))
        stage.run()
        stage.model.change { $0.standing = ChatStanding(state: .left) }
        stage.run(for: .seconds(60))
        #expect(stage.router.routes == [.leave])
    }

    @Test(arguments: [ChatState.joined, .invited(by: "Eve", toGroup: true)])
    func `leaving a chat, and joining it, keep the screen`(state: ChatState) {
        let stage = ChatStage([]) { $0.standing = ChatStanding(state: state) }
        stage.module.send(.setMembership(state == .joined ? .leave : .join))
        stage.run()
        #expect(stage.router.routes.isEmpty && stage.model.calls.count == 1)
    }
}
