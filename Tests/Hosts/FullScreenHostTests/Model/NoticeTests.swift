import Chat
import ChatApp
import Testing
import Transport

@testable import FullScreenHost

@Suite struct NoticeTests {
    @Test func `news do not take the place of what is told, but that of other news`() {
        var stage = ModelStage()
        stage.openChat(ChatViewState(title: "Ada"))
        stage.type("/quti")
        stage.press(Key(.enter))
        let told = stage.model.notice
        #expect(told?.isNews == false)
        let first = AppNotification(id: MessageID("1"), chat: bob, title: "Bob", text: "hey")
        let second = AppNotification(id: MessageID("2"), chat: bob, title: "Bob", text: "you")
        stage.handle(.notification(first))
        #expect(stage.model.notice == told)
        #expect(stage.takeEffects() == [.ring, .tell(title: "Bob", text: "hey")])
        stage.press(Key(.escape))
        stage.handle(.notification(first), .notification(second))
        #expect(stage.model.notice == Notice(text: "Bob: you", isNews: true))
    }
}
