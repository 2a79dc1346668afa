import SimulationKit
import Testing
import Transport

@testable import Chat

@Suite struct LoadingEarlierTests {
    private let stage = PresenterStage(content(hasEarlier: true))

    @Test func `loading is shown for as long as it lasts`() {
        stage.send(.loadEarlier)
        #expect(stage.view.last?.isLoadingEarlier == true)
        stage.endLoading()
        #expect(stage.view.states.map(\.isLoadingEarlier) == [false, true, false])
    }

    @Test func `a failure is told each time, and may be tried again`() {
        for number in 1...2 {
            stage.send(.loadEarlier)
            stage.endLoading(.unreachable)
            let problem = ScreenProblem(text: "The server cannot be reached", number: number)
            #expect(stage.view.last == state(hasEarlier: true, problem: problem))
        }
        stage.send(.loadEarlier)
        stage.endLoading()
        #expect(stage.interactor.calls == [.loadEarlier, .loadEarlier, .loadEarlier])
        #expect(stage.view.last?.problem?.number == 2)
    }

    @Test func `requests that come meanwhile become one, and loading lasts until that one ends`() {
        stage.send(.loadEarlier)
        stage.send(.loadEarlier, .loadEarlier)
        stage.send(.loadEarlier)
        #expect(stage.interactor.calls == [.loadEarlier])
        stage.endLoading()
        #expect(stage.interactor.calls == [.loadEarlier, .loadEarlier])
        #expect(stage.view.last?.isLoadingEarlier == true)
        stage.endLoading()
        #expect(stage.interactor.calls == [.loadEarlier, .loadEarlier])
        #expect(stage.view.last?.isLoadingEarlier == false)
    }

    @Test func `everything else goes on meanwhile`() {
        stage.send(.loadEarlier)
        stage.send(.send("hi"))
        stage.change(.success(content([mine("1")])))
        #expect(stage.interactor.calls == [.loadEarlier, .send("hi")])
        #expect(stage.view.last == state([row(mine("1"))], isLoadingEarlier: true))
        stage.endLoading()
    }
}
