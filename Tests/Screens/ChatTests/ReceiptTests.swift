import ChatTypes
import RuntimeKit
import SimulationKit
import Testing

@testable import Chat

@Suite struct ReceiptTests {
    private let stage = ChatInteractorStage([
        theirs("1"), theirs("2", isUnread: true), theirs("3", isUnread: true), mine("4"), theirs("5", isUnread: true),
    ])

    @Test func `messages that were not seen are not marked as read`() {
        stage.model.change { $0.draft = "x" }
        stage.run()
        #expect(receipts == [])
        #expect(stage.window?.messages.filter(\.isUnread).count == 3)
    }

    @Test(arguments: [("1", nil), ("2", "2"), ("3", "3"), ("4", "3"), ("5", "5"), ("unknown", nil)])
    func `one receipt is sent for the newest unread message up to the visible row`(seen: String, read: String?) {
        see(seen)
        touch()
        #expect(receipts == [read].compactMap(\.self))
    }

    @Test(arguments: [(["2", "3", "5"], "5"), (["5", "2"], "2"), (["2", "5", "5", "1"], nil)])
    func `rows scrolled past without looking count only if visible later`(
        seen: [String],
        read: String?
    ) {
        look(false)
        for id in seen { see(id) }
        #expect(receipts == [])
        look(true)
        touch()
        #expect(receipts == [read].compactMap(\.self))
    }

    @Test func `rows scrolled away before looking are not marked as read`() {
        look(false)
        see("5")
        stage.perform(.anchor(at: MessageID("1")))
        look(true)
        #expect(receipts == [])
    }

    @Test func `scrolling back keeps the read marker`() {
        for id in ["5", "2", "1", "3"] { see(id) }
        #expect(receipts == ["5"])
    }

    @Test func `a row seen while the chat is covered is read when it is uncovered`() {
        look(false)
        see("3")
        touch()
        #expect(receipts == [])
        look(true)
        #expect(receipts == ["3"])
    }

    @Test func `a row seen just after looking away is marked when the user looks again`() {
        stage.model.changeUnseen { $0.isLookedAt = false }
        see("5")
        #expect(receipts == ["5"])
        #expect(stage.window?.messages.filter(\.isUnread).count == 3, "the model refuses")
        touch()
        #expect(receipts == ["5"])
        look(true)
        #expect(receipts == ["5", "5"], "retried when the user looks again")
        #expect(stage.window?.messages.filter(\.isUnread).isEmpty == true)
    }

    @Test func `a row seen while an earlier one is being marked is not forgotten`() {
        stage.model.changeUnseen { $0.writeDelay = .seconds(2) }
        see("2")
        see("5", for: .milliseconds(10))
        stage.run(for: .milliseconds(1500))
        stage.model.changeUnseen { $0.isLookedAt = false }
        stage.run(for: .seconds(5))
        #expect(stage.window?.messages.filter(\.isUnread).count == 2)
        stage.model.changeUnseen { $0.writeDelay = .zero }
        look(true)
        #expect(receipts.last == "5")
        #expect(stage.window?.messages.filter(\.isUnread).isEmpty == true)
    }

    @Test func `a receipt is retried until a full disk accepts it`() {
        stage.model.change { $0.writeFailure = .diskFull }
        see("3")
        see("1")
        touch()
        #expect(Set(receipts) == ["3"] && receipts.count > 1)
        let before = receipts.count
        stage.model.change { $0.writeFailure = nil }
        for _ in 1...3 { touch() }
        #expect(receipts.count == before + 1)
        #expect(stage.window?.messages.filter(\.isUnread) == [theirs("5", isUnread: true)])
    }

    @Test func `a message inserted above a seen row is read when the row is seen again`() {
        see("5")
        stage.model.change { $0.messages?.insert(theirs("late", isUnread: true), at: 4) }
        stage.run()
        #expect(receipts == ["5"], "not on screen yet")
        see("5")
        #expect(receipts == ["5", "late"])
    }

    @Test func `a message inserted below the visible row is not marked as read`() {
        for id in ["5", "1"] { see(id) }
        stage.model.change { $0.messages?.insert(theirs("late", isUnread: true), at: 4) }
        stage.run()
        #expect(receipts == ["5"])
    }

    @Test func `a message sorted in above the user's own is not marked as read`() {
        let stage = ChatInteractorStage([mine("3", delivery: .sending)])
        stage.see("3")
        stage.model.change { $0.messages?.insert(theirs("2", isUnread: true), at: 0) }
        stage.run()
        #expect(stage.model.calls == [])
        stage.see("3")
        #expect(stage.model.calls == [.markRead(MessageID("2"))])
    }

    @Test func `a seen row that left the window is marked only when it returns`() {
        let stage = ChatInteractorStage(messages(1...300) + [theirs("new", isUnread: true)]) { $0.isLookedAt = false }
        stage.see("new")
        for _ in 1...5 { stage.perform(.loadEarlier(1)) }
        stage.model.change { $0.isLookedAt = true }
        stage.run()
        #expect(stage.model.calls == [])
        stage.perform(.showNewest)
        #expect(stage.model.calls == [.markRead(MessageID("new"))])
    }

    private var receipts: [String] {
        stage.model.calls.compactMap { if case .markRead(let message) = $0 { message.rawValue } else { nil } }
    }

    private func see(_ id: String, for duration: Duration = .seconds(1)) {
        stage.see(id, for: duration)
    }

    private func look(_ isLookedAt: Bool) {
        stage.model.change { $0.isLookedAt = isLookedAt }
        stage.run()
    }

    /// Reads the content once more.
    private func touch() {
        stage.model.change { $0.draft += "." }
        stage.run()
    }
}
