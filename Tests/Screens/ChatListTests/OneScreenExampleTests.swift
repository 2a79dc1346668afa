import ChatList
import ChatTypes
import Foundation
import ScreenKit
import ScreenTesting
import Testing

/// The example of one screen alone in OneScreen.md equals the file beside this one, and works.
@Suite @MainActor struct OneScreenExampleTests {
    @Test func `the example in OneScreen md is the file tested here`() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(contentsOf: here.appending(path: "OneScreenExample.swift"), encoding: .utf8)
        let page = here.appending(path: "../../../Sources/Screens/ScreenKit/ScreenKit.docc/OneScreen.md")
        let document = try String(contentsOf: page, encoding: .utf8)
        #expect(document.contains("```swift\n\(example)```\n"), "paste OneScreenExample.swift into OneScreen.md again")
    }

    @Test func `one screen alone shows a custom model, follows it and leads out`() async throws {
        let (model, router) = (OwnModel(), OwnRouter())
        model.summaries = [row("Ada"), row("Ben")]
        let list = OwnList(model, router, .test())
        let life = Task { await list.run() }
        await list.screen.perform(.search(""))
        #expect(list.state?.rows.map(\.title) == ["Ada", "Ben"])

        model.summaries.append(row("Adam"))
        await list.screen.perform(.search("ad"))
        let rows = try #require(list.state?.rows)
        #expect(rows.map(\.title) == ["Ada", "Adam"])

        list.tap(rows[1])
        await list.screen.perform(.search(""))
        #expect(router.routes == [.chat(ChatID("chat-Adam"), at: nil)])
        life.cancel()
        await life.value
    }

    private func row(_ name: String) -> ChatSummary {
        let contact = Contact(id: ContactID(name), name: name)
        return ChatSummary(chat: ChatID("chat-\(name)"), contact: contact, text: "Hi", time: .noon, unreadCount: 0)
    }
}
