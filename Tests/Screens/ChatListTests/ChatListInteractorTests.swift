import Testing
import Transport

@testable import ChatList

@Suite struct ChatListInteractorTests {
    @Test func `holds fifty chats, and fifty more each time, while there are more`() async {
        let model = ChatListModelFake(summaries(120))
        let interactor = ChatListInteractor(model: model)
        var sizes: [Int] = []
        for _ in 1...4 {
            let window = await interactor.content().window
            sizes.append(window.summaries.count)
            #expect(window.hasMore == (window.summaries.count < 120))
            await interactor.showMore()
        }
        #expect(sizes == [50, 100, 120, 120])
        #expect(model.requests == [50, 100, 150, 150].map { .summaries($0) })
    }

    @Test func `a search has a window of its own, which the same text keeps and another one closes`() async {
        let model = ChatListModelFake((1...120).map { summary("Ada \($0)") } + [summary("Ben")])
        let interactor = ChatListInteractor(model: model)
        _ = await interactor.content()
        await interactor.showMore()
        await interactor.search("ada")
        #expect(await interactor.content().window.summaries.count == 50)
        await interactor.showMore()
        await interactor.search("ada")
        let found = await interactor.content().window
        #expect(found.summaries.count == 100 && found.hasMore)
        await interactor.search("ben")
        #expect(await interactor.content().window == ChatSummaryWindow(summaries: [summary("Ben")], hasMore: false))
        await interactor.showMore()
        await interactor.search("")
        #expect(await interactor.content().window.summaries.count == 50)
        #expect(
            model.requests == [
                .summaries(50), .search("ada", 50), .search("ada", 100), .search("ben", 50), .summaries(50),
            ]
        )
    }

    @Test func `what cannot be read keeps the last window, and says why`() async {
        let model = ChatListModelFake(summaries(2))
        let interactor = ChatListInteractor(model: model)
        let window = await interactor.content().window
        model.change {
            $0.chats = []
            $0.readFailure = DiskFailure(description: "bad sector")
        }
        let failed = await interactor.content()
        #expect(failed.window == window)
        #expect(failed.problem == "Cannot read the history: bad sector")
        model.change { $0.readFailure = nil }
        #expect(await interactor.content() == ChatListContent([]))
    }

    @Test func `says how it stands with the server and with writing, unless reading fails too`() async {
        let model = ChatListModelFake()
        let interactor = ChatListInteractor(model: model)
        model.change {
            $0.status = ModelStatus(connection: .offline(reason: "no network"), storageProblem: "disk full")
        }
        let content = await interactor.content()
        #expect(content.connection == .offline(reason: "no network"))
        #expect(content.problem == "disk full")
        model.change { $0.readFailure = DiskFailure(description: "bad sector") }
        #expect(await interactor.content().problem == "Cannot read the history: bad sector")
    }

    @Test func `finds a chat by its contact's name`() async throws {
        let interactor = ChatListInteractor(model: ChatListModelFake([summary("Ada")]))
        #expect(try await interactor.chat(withContactNamed: "Ada") == ChatID("chat-Ada"))
        #expect(try await interactor.chat(withContactNamed: "Ben") == nil)
    }
}
