import ChatTypes
import SimulationKit
import Testing

@testable import Chat

@Suite struct ReceiptTests {
    private let stage = ChatInteractorStage([
        theirs("1"), theirs("2", isUnread: true), theirs("3", isUnread: true), mine("4"), theirs("5", isUnread: true),
    ])

    @Test func `nothing is read that was not seen`() {
        stage.model.change { $0.draft = "x" }
        stage.run()
        #expect(receipts == [])
        #expect(stage.window?.messages.filter(\.isUnread).count == 3)
    }

    @Test(arguments: [("1", nil), ("2", "2"), ("3", "3"), ("4", "3"), ("5", "5"), ("unknown", nil)])
    func `one receipt, for the newest of the contact's unread messages up to the row seen`(seen: String, read: String?)
    {
        see(seen)
        touch()
        #expect(receipts == [read].compactMap(\.self))
    }

    @Test(arguments: [(["2", "3", "5"], "5"), (["5", "2"], "2"), (["2", "5", "5", "1"], nil)])
    func `of rows that pass while the chat is not looked at those are read that are in sight then`(
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

    @Test func `what was scrolled out of sight before the chat was looked at is not read, though nothing else is`() {
        look(false)
        see("5")
        stage.perform(.pin(at: MessageID("1")))
        look(true)
        #expect(receipts == [])
    }

    @Test func `scrolling back takes no receipt back`() {
        for id in ["5", "2", "1", "3"] { see(id) }
        #expect(receipts == ["5"])
    }

    @Test func `a row that is seen while another screen covers the chat is read when that is gone`() {
        look(false)
        see("3")
        touch()
        #expect(receipts == [])
        look(true)
        #expect(receipts == ["3"])
    }

    @Test func `a row that is seen when the chat has just ceased to be looked at is not read by that`() {
        stage.model.changeUnseen { $0.isLookedAt = false }
        see("5")
        #expect(receipts == ["5"])
        #expect(stage.window?.messages.filter(\.isUnread).count == 3, "the model knows better")
        touch()
        #expect(receipts == ["5"])
        look(true)
        #expect(receipts == ["5", "5"], "it is tried again, and not before")
        #expect(stage.window?.messages.filter(\.isUnread).isEmpty == true)
    }

    @Test func `a row that is seen while an earlier one is marked is not forgotten`() {
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

    @Test func `a disk that was full is tried again until it takes the receipt`() {
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

    @Test func `a message that slips in above the row seen is read once that row is seen again, with it`() {
        see("5")
        stage.model.change { $0.messages?.insert(theirs("late", isUnread: true), at: 4) }
        stage.run()
        #expect(receipts == ["5"], "it has not been on screen")
        see("5")
        #expect(receipts == ["5", "late"])
    }

    @Test func `a message that slips in below the row seen now is not read with it`() {
        for id in ["5", "1"] { see(id) }
        stage.model.change { $0.messages?.insert(theirs("late", isUnread: true), at: 4) }
        stage.run()
        #expect(receipts == ["5"])
    }

    @Test func `a message that is sorted in above one's own is not seen with it`() {
        let stage = ChatInteractorStage([mine("3", delivery: .sending)])
        stage.see("3")
        stage.model.change { $0.messages?.insert(theirs("2", isUnread: true), at: 0) }
        stage.run()
        #expect(stage.model.calls == [])
        stage.see("3")
        #expect(stage.model.calls == [.markRead(MessageID("2"))])
    }

    @Test func `a row that has left the window since is not marked, and does no harm`() {
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

    /// Lets the content be read once more.
    private func touch() {
        stage.model.change { $0.draft += "." }
        stage.run()
    }
}
