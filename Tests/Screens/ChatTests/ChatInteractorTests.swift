import Testing
import Transport

@testable import Chat

@Suite struct ChatInteractorTests {
    @Test(arguments: ["", " ", "\n", "\u{A0}", " \t\r\n\u{2028}\u{3000}\u{A0}"])
    func `a text of nothing but white space is refused, and nothing is sent`(text: String) async {
        let model = ChatModelFake()
        let interactor = ChatInteractor(chat: chat, model: model)
        await #expect(throws: TextFault.empty) { try await interactor.send(text) }
        #expect(model.calls == [])
    }

    @Test func `a text is as long as the server takes, in bytes, and not a byte longer`() async throws {
        let model = ChatModelFake()
        let interactor = ChatInteractor(chat: chat, model: model)
        let longest = String(repeating: "ü", count: 32_768)
        try await interactor.send(longest)
        #expect(model.calls == [.send(longest)])
        await #expect(throws: TextFault.tooLong(bytes: 65_537, limit: 65_536)) {
            try await interactor.send(longest + "!")
        }
        await #expect(throws: TextFault.tooLong(bytes: 65_537, limit: 65_536)) {
            try await interactor.send(" " + longest)
        }
        #expect(model.calls.count == 1)
    }

    @Test(arguments: [" a ", "\n\u{1B}[31m", "\u{202E}", "👩‍👩‍👧‍👦"])
    func `a text is sent as it was typed`(text: String) async throws {
        let model = ChatModelFake()
        try await ChatInteractor(chat: chat, model: model).send(text)
        #expect(model.calls == [.send(text)])
    }

    @Test func `shows fifty messages; earlier ones come from the history first, then from the server`() async throws {
        let model = ChatModelFake(messages(41...120))
        model.change { $0.pages = [messages(1...40)] }
        let interactor = ChatInteractor(chat: chat, model: model)
        #expect(try await interactor.content()?.messages == messages(71...120))
        try await interactor.loadEarlier()
        #expect(model.calls == [])
        let stored = try await interactor.content()
        #expect(stored?.messages == messages(41...120))
        #expect(stored?.hasEarlier == true)
        try await interactor.loadEarlier()
        #expect(model.calls == [.loadEarlier])
        let all = try await interactor.content()
        #expect(all?.messages == messages(1...120))
        #expect(all?.hasEarlier == false)
        try await interactor.loadEarlier()
        #expect(model.calls == [.loadEarlier])
        #expect(model.limits == [50, 100, 150])
    }

    @Test func `a page that cannot be had leaves the window as it is`() async throws {
        let model = ChatModelFake(messages(1...60))
        model.change {
            $0.pages = [[theirs("0")]]
            $0.pageFailure = .unreachable
        }
        let interactor = ChatInteractor(chat: chat, model: model)
        _ = try await interactor.content()
        try await interactor.loadEarlier()
        _ = try await interactor.content()
        await #expect(throws: ServiceError.unreachable) { try await interactor.loadEarlier() }
        _ = try await interactor.content()
        model.change { $0.pageFailure = nil }
        try await interactor.loadEarlier()
        #expect(try await interactor.content()?.messages.count == 61)
        #expect(model.limits == [50, 100, 100, 150])
    }

    @Test func `all failed messages are sent again in their order, and no others`() async throws {
        let model = ChatModelFake([failed("a"), mine("b"), failed("c"), theirs("d"), mine("e", delivery: .sending)])
        let interactor = ChatInteractor(chat: chat, model: model)
        try await interactor.resendFailed()
        #expect(model.calls == [], "none is shown yet")
        _ = try await interactor.content()
        try await interactor.resendFailed()
        #expect(model.calls == [.resend(MessageID("a")), .resend(MessageID("c"))])
        #expect(try await interactor.content()?.messages.map(\.id.rawValue) == ["b", "d", "e", "a", "c"])
    }

    @Test func `what the disk says is passed on`() async throws {
        let model = ChatModelFake([failed("a"), failed("b")])
        let interactor = ChatInteractor(chat: chat, model: model)
        _ = try await interactor.content()
        model.change { $0.writeFailure = DiskFailure(description: "disk full") }
        await #expect(throws: DiskFailure.self) { try await interactor.send("x") }
        await #expect(throws: DiskFailure.self) { try await interactor.resend(MessageID("a")) }
        await #expect(throws: DiskFailure.self) { try await interactor.resendFailed() }
        await #expect(throws: DiskFailure.self) { try await interactor.saveDraft("x") }
        model.change { $0.readFailure = DiskFailure(description: "bad sector") }
        await #expect(throws: DiskFailure.self) { try await interactor.content() }
    }
}
