import Testing
import Transport

@testable import Chat

@Suite struct ReceiptTests {
    private let model = ChatModelFake([
        theirs("1"), theirs("2", isUnread: true), theirs("3", isUnread: true), mine("4"), theirs("5", isUnread: true),
    ])
    private let interactor: ChatInteractor

    init() {
        interactor = ChatInteractor(chat: chat, model: model)
    }

    @Test func `nothing is read that was not seen`() async throws {
        try await settle()
        #expect(receipts == [])
        #expect(try await interactor.content()?.messages.filter(\.isUnread).count == 3)
    }

    @Test(arguments: [("1", nil), ("2", "2"), ("3", "3"), ("4", "3"), ("5", "5"), ("unknown", nil)])
    func `one receipt, for the newest of the contact's unread messages up to the row seen`(
        seen: String,
        read: String?
    ) async throws {
        try await settle()
        await interactor.see(MessageID(seen))
        try await settle()
        try await settle()
        #expect(receipts == [read].compactMap(\.self))
    }

    @Test(arguments: [["2", "3", "5"], ["5", "2"], ["2", "5", "5", "1"]])
    func `rows seen one after the other before anything is shown make one receipt`(seen: [String]) async throws {
        try await settle()
        for id in seen { await interactor.see(MessageID(id)) }
        try await settle()
        #expect(receipts == ["5"])
    }

    @Test func `scrolling back takes no receipt back`() async throws {
        try await settle()
        for id in ["5", "2", "1", "3"] {
            await interactor.see(MessageID(id))
            try await settle()
        }
        #expect(receipts == ["5"])
    }

    @Test func `what is seen while nobody looks is read once somebody does`() async throws {
        model.change { $0.isFocused = false }
        try await settle()
        await interactor.see(MessageID("3"))
        try await settle()
        #expect(receipts == [])
        model.change { $0.isFocused = true }
        try await settle()
        #expect(receipts == ["3"])
    }

    @Test func `a row reported after focus went is not read, though its focus was there when it was shown`()
        async throws
    {
        try await settle()
        model.change { $0.isFocused = false }
        await interactor.see(MessageID("5"))
        try await settle()
        #expect(receipts == [])
    }

    @Test func `a disk that was full is tried again until it takes the receipt`() async throws {
        try await settle()
        model.change { $0.writeFailure = DiskFailure(description: "disk full") }
        await interactor.see(MessageID("3"))
        try await settle()
        await interactor.see(MessageID("1"))
        try await settle()
        #expect(Set(receipts) == ["3"] && receipts.count > 1)
        model.change { $0.writeFailure = nil }
        let before = receipts.count
        for _ in 1...3 { try await settle() }
        #expect(receipts.count == before + 1)
        #expect(try await interactor.content()?.messages.filter(\.isUnread) == [theirs("5", isUnread: true)])
    }

    @Test func `a message that slips in above the row seen is read once that row is seen again, with it`() async throws
    {
        try await settle()
        await interactor.see(MessageID("5"))
        try await settle()
        model.change { $0.messages?.insert(theirs("late", isUnread: true), at: 4) }
        try await settle()
        #expect(receipts == ["5"], "nobody has been shown it")
        await interactor.see(MessageID("5"))
        try await settle()
        #expect(receipts == ["5", "late"])
    }

    @Test func `a message that slips in below the row seen now is not read with it`() async throws {
        try await settle()
        for id in ["5", "1"] {
            await interactor.see(MessageID(id))
            try await settle()
        }
        model.change { $0.messages?.insert(theirs("late", isUnread: true), at: 4) }
        try await settle()
        #expect(receipts == ["5"])
    }

    private var receipts: [String] {
        model.calls.compactMap { if case .markRead(let message) = $0 { message.rawValue } else { nil } }
    }

    /// What a presenter does after whatever it handled.
    private func settle() async throws {
        _ = try await interactor.content()
    }
}
