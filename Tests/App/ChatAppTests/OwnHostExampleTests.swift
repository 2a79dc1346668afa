import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import Foundation
import RuntimeKit
import ScreenKit
import SimulatedServer
import SimulationKit
import Testing
import Transport

/// The example on the page OwnHost.md equals the file beside this one, and works.
@Suite @MainActor struct OwnHostExampleTests {
    private let executor = SimulationExecutor(seed: 7, schedule: .inOrder)
    private let model = AppModel()

    @Test func `the example on the page is the file tested here`() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(
            contentsOf: here.appending(path: "OwnHostExample.swift"),
            encoding: .utf8
        )
        let page = here.appending(path: "../../../Sources/App/ChatApp/ChatApp.docc/OwnHost.md")
        let document = try String(contentsOf: page, encoding: .utf8)
        #expect(document.contains("```swift\n\(example)```\n"), "paste OwnHostExample.swift into OwnHost.md again")
    }

    @Test func `a user chats in the example`() async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = try exampleApp(in: folder)
        let life = Task(executorPreference: executor) { [model] in await app.run(on: model) }

        #expect(await run { model.list?.state?.rows.map(\.title) == ["John"] && model.badge == 1 })
        model.list?.screen.send(.createChat)
        #expect(await run { model.stack == [.chatList, .createChat] && model.form?.state != nil })
        model.form?.screen.send(.type("Ada"))
        model.form?.screen.send(.create)
        #expect(await run { model.chat?.state?.title == "Ada" })
        #expect(model.form == nil)

        model.chat?.screen.send(.send("hello"))
        #expect(await run { model.chat?.state?.rows.first?.delivery == .read })
        #expect(await run { model.chat?.state?.rows.contains { $0.author == .contact } ?? false })
        #expect(await run { model.badge == 2 }, "the answer is not yet said to be in sight")
        let answer = try #require(model.chat?.state?.rows.last)
        model.newestRowInSight(answer)
        #expect(await run { model.badge == 1 })

        model.chat?.screen.send(.leave)
        #expect(await run { model.stack == [.chatList] && model.chat == nil })
        #expect(await run { !model.banners.isEmpty }, "the contact goes on writing")
        life.cancel()
        #expect(await run { executor.step() == false })
    }

    @Test func `a covered chat returns to the top with its own screen`() async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = try exampleApp(in: folder)
        let life = Task(executorPreference: executor) { [model] in await app.run(on: model) }

        #expect(await run { model.list?.state?.rows.map(\.title) == ["John"] })
        model.list?.screen.send(.createChat)
        #expect(await run { model.form?.state != nil })
        model.form?.screen.send(.type("Ada"))
        model.form?.screen.send(.create)
        #expect(await run { model.chat?.state?.title == "Ada" })
        let ada = try #require(model.stack.last?.chat)
        app.application.open(ChatID("chat-john"))
        #expect(await run { model.stack.count == 3 && model.chat?.state?.title == "John" })
        weak let covering = model.chat
        model.chat?.screen.send(.leave)
        #expect(await run { model.stack == [.chatList, .chat(ada)] && model.chat?.state?.title == "Ada" })
        #expect(covering == nil, "the left screen is released")
        model.chat?.screen.send(.send("hello"))
        #expect(await run { model.chat?.state?.rows.first?.text == "hello" })
        #expect(await run { model.chat?.state?.rows.first?.delivery != .sending })
        #expect(await app.server.log(of: ada).first?.text == "hello")
        life.cancel()
        #expect(await run { executor.step() == false })
    }

    private func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// In virtual time.
    private func exampleApp(in folder: URL) throws -> ExampleApp {
        var environment = ChatEnvironment.real
        let clock = executor.clock
        environment.clock = clock
        environment.now = { moment(clock.now.offset / .seconds(1)) }
        environment.random = RandomSource(SplitMix64(seed: 7))
        return try ExampleApp(environment: environment, folder: folder)
    }

    /// Runs until the condition is met, or for ten virtual minutes; never waits for real time.
    private func run(until condition: () -> Bool) async -> Bool {
        let end = executor.clock.now.advanced(by: .seconds(600))
        var idle = 0
        while !condition() {
            idle = executor.step(by: end) ? 0 : idle + 1
            if idle > 3 { return false }
            // Lets the views run: the main actor serves tasks in order.
            await Task.yield()
        }
        return true
    }
}
