import ChatTypes
import ScreenTesting
import SimulationKit
import Testing

@testable import ChatList

@Suite struct NoticeTests {
    @Test func `the list marks the chats that have notices`() {
        let (executor, notices) = (SimulationExecutor(seed: 1), NoticeModelFake())
        let module = ChatListModule(
            model: ChatListModelFake([summary("ada"), summary("ben")], clock: executor.clock),
            notices: notices,
            router: RouterSpy(),
            environment: .test(on: executor)
        )
        let stage = ScreenStage(module, on: executor)
        #expect(stage.view.last?.rows.map(\.hasNotice) == [false, false])
        notices.send(ServiceNotice(id: "1", chat: ChatID("chat-ben"), text: "Ben is on holiday"))
        stage.run()
        #expect(stage.view.last?.rows.map(\.hasNotice) == [false, true])
    }
}
