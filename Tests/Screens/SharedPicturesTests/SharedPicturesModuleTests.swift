import ChatTypes
import RuntimeKit
import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@testable import SharedPictures

@Suite struct SharedPicturesInteractorTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)

    private func enter(_ model: SharedPicturesModelFake) -> InteractorStage<SharedPicturesInteractor> {
        InteractorStage(SharedPicturesInteractor(chat: chat, model: model), on: executor)
    }

    @Test func `pictures come a page at a time, and two hundred at most`() {
        let model = SharedPicturesModelFake((1...330).map(picture))
        let stage = enter(model)
        func ends() -> [String?] {
            let pictures = stage.contents.last?.window?.pictures
            return [pictures?.first?.id.rawValue, pictures?.last?.id.rawValue]
        }
        let down = (1...7).map { _ in
            defer { stage.perform(.showMore) }
            return ends()
        }
        #expect(
            down == [
                ["1", "50"], ["1", "100"], ["1", "150"], ["1", "200"], ["51", "250"], ["101", "300"], ["151", "330"],
            ]
        )
        let up = (1...4).map { _ in
            stage.perform(.showPrevious)
            return ends()
        }
        #expect(up == [["101", "300"], ["51", "250"], ["1", "200"], ["1", "200"]])
        #expect(model.requests.allSatisfy { $0.limit <= 200 })
    }

    @Test func `the content says what cannot be read, and a missing chat is no problem`() {
        let model = SharedPicturesModelFake([picture(1)])
        let stage = enter(model)
        model.change { $0.readFailure = .damaged }
        stage.run()
        #expect(stage.contents.last?.window == nil && stage.contents.last?.problem == .cannotRead(.damaged))
        model.change { $0 = SharedPicturesModelFake.State(pictures: nil) }
        stage.run()
        #expect(stage.contents.last?.window == nil && stage.contents.last?.problem == nil)
    }
}

@Suite struct SharedPicturesModuleTests {
    private let router = RouterSpy<SharedPicturesRoute>()

    private func enter(
        _ model: SharedPicturesModelFake,
        seed: UInt64 = 1
    ) -> ScreenStage<SharedPicturesAction, SharedPicturesViewState> {
        let executor = SimulationExecutor(seed: seed)
        let module = SharedPicturesModule(
            chat: chat,
            model: model,
            router: router,
            environment: .test(on: executor)
        )
        return ScreenStage(module, on: executor)
    }

    @Test(arguments: Seeds.upTo(20))
    func `the screen shows pictures, pages, and leads to a message`(seed: UInt64) {
        let stage = enter(SharedPicturesModelFake((1...60).map(picture)), seed: seed)
        let shown = Recorder<Int>()
        stage.start { [view = stage.view] module in
            await module.perform(.showMore)
            shown.record(view.last?.rows.count ?? 0)
            await module.perform(.open(MessageID("60")))
            await module.perform(.leave)
        }
        stage.run()
        #expect(stage.view.states.first?.rows.count == 50)
        #expect(shown.values == [60], "performed when it is shown")
        #expect(router.routes == [.message(MessageID("60")), .leave])
    }

    @Test func `a new picture is shown first`() {
        let model = SharedPicturesModelFake([picture(1)])
        let stage = enter(model)
        model.change { $0.pictures?.insert(picture(2), at: 0) }
        stage.run()
        #expect(stage.view.last?.rows == [row(2), row(1)])
    }

    @Test(arguments: Seeds.upTo(20))
    func `a screen that is left holds no query`(seed: UInt64) {
        let model = SharedPicturesModelFake((1...60).map(picture))
        do {
            let stage = enter(model, seed: seed)
            stage.screen.send(.showMore)
            stage.run(for: .microseconds(Int64(seed % 5)))
            stage.leave()
        }
        #expect(model.queryCount == 0)
    }
}
