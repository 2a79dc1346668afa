import ChatTypes
import ScreenTesting
import SimulationKit
import Testing

@testable import Chat

@Suite struct NoticeTests {
    @Test func `a chat shows the notices about it and connects its socket`() {
        let (executor, notices) = (SimulationExecutor(seed: 1), NoticeModelFake())
        let module = ChatModule(
            chat: chat,
            model: ChatModelFake([theirs("1")], clock: executor.clock),
            notices: notices,
            router: RouterSpy(),
            environment: .test(on: executor)
        )
        let stage = ScreenStage(module, on: executor)
        #expect(stage.view.last?.notices == [] && notices.connected.values == [chat])
        notices.send(
            ServiceNotice(id: "1", chat: ChatID("another"), text: "Elsewhere"),
            ServiceNotice(id: "2", chat: chat, text: "Ada is on holiday")
        )
        stage.run()
        #expect(stage.view.last?.notices == ["Ada is on holiday"])
        #expect(stage.view.last?.rows.count == 1)
    }
}
