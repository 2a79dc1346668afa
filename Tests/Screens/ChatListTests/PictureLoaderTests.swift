import SimulationKit
import Testing
import Transport

@testable import ChatList

@Suite struct PictureLoaderTests {
    private let executor = SimulationExecutor(seed: 1)
    private let model = ChatListModelFake([summary("Ada"), summary("Ben"), summary("Cy")])

    @Test func `only contacts that are seen are asked for, each once, also one without a picture`() {
        model.change { $0.pictures = [ContactID("Ada"): .success(.small), ContactID("Cy"): .success(.small)] }
        let pictures = see([["Ada", "Ben"], ["Ada", "Ben"], ["Ben", "nobody"]])
        #expect(model.pictureRequests == ["Ada", "Ben"])
        #expect(pictures == [.small, nil, nil])
    }

    @Test func `two rows of one contact share one picture`() {
        model.change {
            $0.chats = [summary("Ada", message: "m1"), summary("Ada", message: "m2")]
            $0.pictures = [ContactID("Ada"): .success(.small)]
        }
        let interactor = ChatListInteractor(model: model)
        #expect(run(interactor, seeing: [model.ids]) == [.small, .small])
        #expect(model.pictureRequests == ["Ada"])
    }

    @Test func `one that could not be loaded is asked for again when it is next seen, and not before`() {
        model.change { $0.pictures = [ContactID("Ada"): .failure(.unreachable)] }
        let interactor = ChatListInteractor(model: model)
        #expect(run(interactor, seeing: [model.ids]) == [nil, nil, nil])
        model.change { $0.pictures = [ContactID("Ada"): .success(.small)] }
        #expect(run(interactor, seeing: []) == [nil, nil, nil])
        #expect(model.pictureRequests == ["Ada", "Ben", "Cy"])
        #expect(run(interactor, seeing: [model.ids]) == [.small, nil, nil])
        #expect(model.pictureRequests == ["Ada", "Ben", "Cy", "Ada"])
    }

    private func see(_ names: [[String]]) -> [Picture?] {
        run(ChatListInteractor(model: model), seeing: names.map { $0.map { summary($0).id } })
    }

    /// Lets an interactor see rows, a second apart, and returns the pictures of all rows after that.
    private func run(_ interactor: ChatListInteractor, seeing rows: [[ChatSummary.ID]]) -> [Picture?] {
        let follower = Task(executorPreference: executor) { await interactor.follow {} }
        let pictures = Recorder<[Picture?]>()
        Task(executorPreference: executor) {
            _ = await interactor.content()
            for ids in rows {
                await interactor.see(ids)
                try await executor.clock.sleep(for: .seconds(1))
            }
            pictures.record(await interactor.content().window.summaries.map(\.picture))
        }
        executor.run(for: .seconds(10))
        follower.cancel()
        executor.run(for: .seconds(1))
        return pictures.values.last ?? []
    }
}

extension ChatListModelFake {
    fileprivate var ids: [ChatSummary.ID] {
        var ids: [ChatSummary.ID] = []
        change { ids = $0.chats.map(\.id) }
        return ids
    }
}
