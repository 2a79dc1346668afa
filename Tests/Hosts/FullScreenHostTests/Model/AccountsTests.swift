import Chat
import ChatApp
import ChatList
import ChatTypes
import Testing

@testable import FullScreenHost

/// A window with several accounts.
@Suite struct AccountsTests {
    private let home = AccountName("@me:home")
    private let work = AccountName("@me:work")

    private func stage() -> ModelStage {
        var stage = ModelStage()
        stage.model.accounts = [home, work]
        var rows = [chatRow("Ada"), chatRow("Ada")]
        for (index, account) in [home, work].enumerated() {
            rows[index].id = ChatSummary.ID(chat: ada.of(account))
            rows[index].distinction = account.rawValue
        }
        stage.openList(rows)
        return stage
    }

    @Test func `Alt-o lists the chats of one account after the other, and at last of all`() {
        var stage = stage()
        for shown in [home, work, nil] {
            stage.press(.alt("o"))
            #expect(stage.takeEffects().contains(.list(.showAccount(shown))))
            stage.handle(.list(ChatListViewState(rows: [chatRow("Ada")], account: shown)))
            #expect(stage.rows()[0].hasPrefix(shown.map { "Chats of \($0)" } ?? "Chats "))
        }
    }

    @Test func `with one account, Alt-o says how to open all`() {
        var stage = ModelStage()
        stage.openList([chatRow("Ada")])
        stage.press(.alt("o"))
        #expect(stage.takeEffects() == [])
        #expect(stage.rows().contains { $0.contains("Only one account is open") })
    }

    @Test func `a text typed in a chat does not appear in another account's chat of the same ID`() {
        var stage = stage()
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...1)), ada.of(home))
        stage.type("for home")
        #expect(stage.rows()[0].contains("as @me:home"))
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...1)), ada.of(work))
        #expect(stage.typed.isEmpty)
        #expect(stage.rows()[0].contains("as @me:work"))
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...1)), ada.of(home))
        #expect(stage.typed == "for home")
    }

    @Test func `the form says which account begins the chat`() {
        var stage = stage()
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
        stage.model.panels.form.account = work
        #expect(stage.rows()[0].hasSuffix("New chat as @me:work"))
    }

    @Test func `a notification says for which account it is`() {
        var stage = stage()
        let news = AppNotification(id: MessageID("m"), chat: ada.of(work), title: "Ada", text: "Hi")
        stage.handle(.notification(news))
        #expect(stage.takeEffects() == [.ring, .notify(title: "Ada for @me:work", text: "Hi")])
    }

    @Test func `/verify me on the list asks the devices of the selected chat's account`() {
        var stage = stage()
        stage.press(Key(.down))
        stage.type("/verify me")
        stage.press(Key(.enter))
        #expect(stage.takeEffects().contains(.verifyOwn(device: nil, in: ada.of(work))))
    }
}
