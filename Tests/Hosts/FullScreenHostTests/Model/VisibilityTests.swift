import Chat
import ChatApp
import ChatTypes
import Testing

@testable import FullScreenHost

/// Counting from the visible part of a chat.
@Suite struct VisibilityTests {
    private let file = ChatViewState.File(name: "a.pdf", transfer: .waiting)

    @Test func `commands count upwards from the last visible message`() {
        var rows = messages(1...40)
        for index in [2, 19, 23, 24, 38] { rows[index] = mine("\(index + 1)", "hi") }
        for index in [0, 15, 37] { rows[index].file = file }
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: rows, hasLater: true, found: MessageID("20")))
        #expect(stage.rows()[7].hasSuffix("number 23"))
        _ = stage.takeEffects()
        #expect(stage.obey("/unsend") == [.chat(.delete(MessageID("20")))])
        #expect(stage.obey("/edit 2 better") == [.chat(.edit(MessageID("3"), to: "better"))])
        #expect(stage.obey("/fetch") == [.chat(.download(MessageID("16")))])
        #expect(stage.obey("/view 2") == [.chat(.download(MessageID("1")))])
        #expect(stage.obey("/unsend 3") == [])
        #expect(stage.model.notice?.text == "You have no such message on screen")
        stage.press(Key(.down, .control))
        #expect(stage.rows()[7].hasSuffix("You ✓  hi"))
        _ = stage.takeEffects()
        #expect(stage.obey("/unsend") == [.chat(.delete(MessageID("24")))])
    }

    @Test func `a message counts as visible with its first line, not with the rules above it`() {
        let rows = messages(1...20) + [mine("21", "one\ntwo")] + messages(22...40)
        var stage = ModelStage(rows: 10, columns: 60)
        let state = ChatViewState(title: "Ada", rows: rows, found: MessageID("5"), firstUnread: MessageID("21"))
        stage.openChat(state)
        func unsent(below last: String) -> [ModelEffect] {
            for _ in 0..<40 where !stage.rows()[7].hasSuffix(last) { stage.press(Key(.down, .control)) }
            _ = stage.takeEffects()
            return stage.obey("/unsend")
        }
        #expect(unsent(below: "number 20") == [])
        #expect(unsent(below: "━") == [])
        #expect(unsent(below: "one") == [.chat(.delete(MessageID("21")))])
    }

    @Test func `messages covered by a notice or the typed text are not counted`() {
        let rows = (1...40).map { mine("\($0)", "number \($0)") }
        var stage = ModelStage(rows: 13, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: rows, hasLater: true, found: MessageID("20")))
        stage.handle(.notice("1\n2\n3\n4"))
        stage.type("/edit \(String(repeating: "x", count: 100))")
        #expect(stage.rows()[5].hasSuffix("number 22"))
        _ = stage.takeEffects()
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.chat(.edit(MessageID("22"), to: String(repeating: "x", count: 100)))])
        #expect(stage.rows()[10].hasSuffix("number 24"))
    }

    @Test func `in a chat opened at a search result, existing later messages are not new`() {
        var stage = ModelStage(rows: 10, columns: 60)
        func state(_ range: ClosedRange<Int>, hasLater: Bool = false) -> ChatViewState {
            ChatViewState(title: "Ada", rows: messages(range), hasLater: hasLater, found: MessageID("20"))
        }
        stage.openChat(state(1...40, hasLater: true))
        #expect(stage.rows()[8].contains(" newer"))
        stage.handle(.chat(state(1...60)))
        #expect(stage.rows()[8].contains(" newer"), "they are later ones")
        stage.handle(.chat(state(1...62)))
        #expect(stage.rows()[8].hasSuffix("2 new below"))
    }

    @Test func `a chat that opened at its first unread message follows new ones once its end is in sight`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...6), firstUnread: MessageID("3")))
        #expect(stage.rows()[7].hasSuffix("number 6"))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...16), firstUnread: MessageID("3"))))
        #expect(stage.rows()[7].hasSuffix("number 16"))
    }

    @Test func `a window with later messages says so, although all of it is in sight`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...3), hasLater: true))
        #expect(stage.rows()[8].hasSuffix("0+ newer"), "more than are loaded")
    }

    @Test func `new messages are counted from the known end after the window left it`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Ada", rows: messages(21...60)))
        _ = stage.rows()
        stage.press(Key(.home))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...40), hasLater: true)))
        #expect(stage.rows()[8].contains(" newer"))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(11...50), hasLater: true)))
        #expect(stage.rows()[8].contains(" newer"))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(16...62), hasLater: true)))
        #expect(stage.rows()[8].contains(" newer"), "how many is not known yet")
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(21...63))))
        #expect(stage.rows()[8].hasSuffix("3 new below"))
        stage.press(Key(.end))
        #expect(stage.rows()[8].hasSuffix("F1 helps"))
    }
}

extension ModelStage {
    fileprivate mutating func obey(_ line: String) -> [ModelEffect] {
        type(line)
        press(Key(.enter))
        if model.question != nil { press(.text("y")) }
        return takeEffects()
    }
}
