import ChatTypes
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import ChatList

@Suite struct ChatListSearchTests {
    @Test(arguments: Seeds.upTo(200))
    func `the newest search is shown last, however slow an earlier one is`(seed: UInt64) {
        let stage = ChatListStage([summary("Ada"), summary("Ben")], seed: seed) {
            $0.readDelays = ["b": .seconds(3), "": .seconds(2), "ad": .milliseconds(5)]
        }
        stage.run(for: .seconds(5))
        stage.start { [clock = stage.executor.clock] module in
            for text in ["b", "a", "", "ad"] {
                module.send(.search(text))
                try? await clock.sleep(for: .seconds(1))
            }
        }
        stage.run(for: .seconds(20))
        #expect(stage.view.last?.searchText == "ad")
        #expect(stage.view.last?.rows == [row("Ada")])
        #expect(stage.model.cancelled.filter { $0 == "b" } == ["b"])
        for state in stage.view.states where !state.isSearching {
            switch state.searchText {
            case "": #expect(state.rows == [row("Ada"), row("Ben")])
            case "a", "ad": #expect(state.rows == [row("Ada")])
            default: #expect(state.rows == [row("Ben")])
            }
        }
        #expect(stage.view.last?.isSearching == false)
        // New rows never answer a text that is no longer typed.
        for (before, after) in zip(stage.view.states, stage.view.states.dropFirst()) where after.rows != before.rows {
            #expect(!after.isSearching)
        }
    }

    @Test(arguments: Seeds.upTo(200))
    func `each key shows its text at once and is performed when the newest is shown`(seed: UInt64) {
        let stage = ChatListStage([summary("Ada"), summary("Adam"), summary("Ben")], seed: seed) {
            $0.readDelays = ["a": .seconds(60), "ad": .seconds(2), "ada": .seconds(2), "adam": .seconds(2)]
        }
        let seen = Recorder<[String]>()
        for (number, text) in ["a", "ad", "ada", "adam"].enumerated() {
            stage.start { [view = stage.view, clock = stage.executor.clock] module in
                try? await clock.sleep(for: .milliseconds(200 * number))
                await module.perform(.search(text))
                seen.record([text, view.last?.searchText ?? ""] + (view.last?.rows.map(\.title) ?? []))
            }
        }
        stage.run(for: .seconds(1))
        #expect(stage.view.states.map(\.searchText) == ["", "a", "ad", "ada", "adam"])
        #expect(stage.view.states.map(\.isSearching) == [false, true, true, true, true])
        #expect(seen.values == [])
        stage.run(for: .seconds(5))
        #expect(seen.values.map { $0.dropFirst() } == Array(repeating: ["adam", "Adam"], count: 4))
        #expect(stage.model.cancelled == ["a", "ad", "ada"])
    }

    @Test func `the list handles actions during a slow search`() {
        let stage = ChatListStage([summary("Ada"), summary("Ben")]) { $0.readDelays = ["b": .seconds(60)] }
        stage.module.send(.search("b"))
        stage.module.send(.createChat)
        stage.module.send(.openContact(named: "Ada"))
        stage.run()
        #expect(stage.router.routes == [.createChat, .chat(ChatID("chat-Ada"), at: nil)])
    }

    @Test func `a search finds messages that arrive later`() {
        let stage = ChatListStage([summary("Ada")])
        stage.module.send(.search("ada"))
        stage.run()
        stage.model.change { $0.chats.append(summary("Ada Lovelace")) }
        stage.run()
        #expect(stage.view.last?.rows.map(\.title) == ["Ada", "Ada Lovelace"])
    }
}
