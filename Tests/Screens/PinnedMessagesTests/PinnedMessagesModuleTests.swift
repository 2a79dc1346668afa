import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import PinnedMessages

@Suite struct PinnedMessagesInteractorTests {
    private func enter(_ model: PinnedMessagesModelFake) -> InteractorStage<PinnedMessagesInteractor> {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        return InteractorStage(PinnedMessagesInteractor(chat: chat, model: model), on: executor)
    }

    @Test func `pins come a page at a time, and two hundred at most`() {
        let model = PinnedMessagesModelFake((1...330).map(pin))
        let stage = enter(model)
        func ends() -> [String?] {
            let pins = stage.contents.last?.window?.pins
            return [pins?.first?.id.rawValue, pins?.last?.id.rawValue]
        }
        for _ in 1...5 { stage.perform(.showMore) }
        #expect(ends() == ["101", "300"])
        stage.perform(.showPrevious)
        #expect(ends() == ["51", "250"] && model.requests.allSatisfy { $0.limit <= 200 })
    }

    @Test func `the removal of a pin asks the model, and returns its error`() async {
        let (model, message) = (PinnedMessagesModelFake([pin(1)]), MessageID("1"))
        #expect(await PinnedMessagesInteractor(chat: chat, model: model).perform(.unpin(message)) == nil)
        #expect(model.changes == [.pin(message, false)])
        let refusing = PinnedMessagesModelFake([pin(1)], refusal: .unreachable)
        let error = await PinnedMessagesInteractor(chat: chat, model: refusing).perform(.unpin(message))
        #expect(error as? ServiceError == .unreachable)
    }
}

@Suite struct PinnedMessagesModuleTests {
    private let router = RouterSpy<PinnedMessagesRoute>()

    private func enter(
        _ model: PinnedMessagesModelFake,
        seed: UInt64 = 1
    ) -> ScreenStage<PinnedMessagesAction, PinnedMessagesViewState> {
        let executor = SimulationExecutor(seed: seed)
        return ScreenStage(PinnedMessagesModule(chat: chat, model: model, router: router), on: executor)
    }

    @Test(arguments: Seeds.upTo(20))
    func `the screen shows pins, removes one, and leads to a message`(seed: UInt64) {
        let stage = enter(PinnedMessagesModelFake([pin(3), pin(2), pin(1)]), seed: seed)
        stage.start { module in
            await module.perform(.unpin(MessageID("3")))
            await module.perform(.open(MessageID("1")))
            await module.perform(.leave)
        }
        stage.run()
        #expect(stage.view.states.first?.rows == [row(3), row(2), row(1)])
        #expect(stage.view.last?.rows == [row(2), row(1)])
        #expect(router.routes == [.message(MessageID("1")), .leave])
    }

    @Test(arguments: Seeds.upTo(20))
    func `showMore is done when the next page is shown`(seed: UInt64) {
        let stage = enter(PinnedMessagesModelFake((1...60).map(pin)), seed: seed)
        let shown = Recorder<Int>()
        stage.start { [view = stage.view] module in
            await module.perform(.showMore)
            shown.record(view.last?.rows.count ?? 0)
        }
        stage.run()
        #expect(shown.values == [60])
    }

    @Test(arguments: Seeds.upTo(20))
    func `a screen that is left removes the pins that it was asked to, and holds no query`(seed: UInt64) {
        let model = PinnedMessagesModelFake((1...60).map(pin))
        do {
            let stage = enter(model, seed: seed)
            stage.screen.send(.unpin(MessageID("1")))
            stage.screen.send(.unpin(MessageID("2")))
            stage.run(for: .microseconds(Int64(seed % 5)))
            stage.leave()
        }
        #expect(model.queryCount == 0)
        #expect(model.changes == [.pin(MessageID("1"), false), .pin(MessageID("2"), false)])
    }
}
