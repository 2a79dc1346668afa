import Chat
import ChatApp
import ChatTypes
import HostKit
import ScreenKit
import Testing

@testable import FullScreenHost

@Suite struct AnsweringTests {
    private func stage(_ rows: [ChatViewState.Row]) -> ModelStage {
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", rows: rows))
        _ = stage.rows()
        _ = stage.takeEffects()
        return stage
    }

    private func submit(_ stage: inout ModelStage) -> [ModelEffect] {
        _ = stage.takeEffects()
        return stage.model.handle(.terminal(.key(Key(.enter))))
    }

    @Test(arguments: [("1", "👍"), (":tada:", "🎉"), ("hm", "hm"), ("🦀", "🦀"), ("+2", "+2"), ("05", "05")])
    func `plus on a message reacts by number, name or text, and the draft stays`(typed: String, text: String) {
        var stage = stage([theirs("1")])
        stage.type("half")
        stage.press(Key(.up, .control), .text("+"))
        #expect(stage.rows().last?.hasPrefix("React:") == true)
        stage.type(typed)
        #expect(submit(&stage) == [.chat(.react(MessageID("1"), text))])
        #expect(stage.typed == "half")
    }

    @Test func `f on a message forwards it to the chat whose name is typed, and Esc ends that`() {
        var stage = stage([theirs("1")])
        stage.type("half")
        stage.press(Key(.up, .control), .text("f"))
        #expect(stage.rows().last?.hasPrefix("Forward to:") == true && stage.typed.isEmpty)
        #expect(submit(&stage).isEmpty && stage.model.notice?.text == "Type the name of a chat, or press Esc")
        stage.type("Ben")
        #expect(submit(&stage) == [.chat(.forward(MessageID("1"), to: "Ben"))])
        #expect(stage.typed == "half")
        stage.press(Key(.up, .control), .text("f"))
        stage.type("Be")
        stage.press(Key(.escape))
        #expect(stage.typed == "half")
    }

    @Test func `a text that cannot be a reaction stays in the line`() {
        var stage = stage([theirs("1")])
        stage.press(Key(.up), .text("+"))
        stage.type(String(repeating: "x", count: 33))
        #expect(submit(&stage).isEmpty)
        #expect(stage.model.notice?.text.contains("at most 32 bytes") == true)
        #expect(stage.typed.count == 33)
        stage.press(Key(.escape))
        #expect(stage.typed.isEmpty && stage.rows().last?.hasPrefix(">") == true)
    }

    @Test(arguments: [(":nosuch:", nil), (":th", "thinking"), (":rocke:", "rocket")])
    func `a name that no emoji has stays in the line, and a near one is suggested`(typed: String, near: String?) {
        var stage = stage([theirs("1")])
        stage.press(Key(.up), .text("+"))
        stage.type(typed)
        #expect(submit(&stage).isEmpty && stage.typed == typed)
        let text = stage.model.notice?.text ?? ""
        #expect(text.hasPrefix("No emoji has the name \(typed)") && text.contains(near ?? "type an emoji itself"))
    }

    @Test func `Tab completes the name of an emoji in a reaction`() {
        var stage = stage([theirs("1")])
        stage.press(Key(.up), .text("+"))
        stage.type(":rock")
        stage.press(Key(.tab))
        #expect(stage.typed == "🚀")
        #expect(submit(&stage) == [.chat(.react(MessageID("1"), "🚀"))])
    }

    @Test func `the notice of what is answered has no marks, and hides a spoiler`() {
        var row = theirs("1", "I _see_ it")
        row.spans = [
            TextSpan(.emphasis, start: 2, length: 5), TextSpan(.markup, start: 2, length: 1),
            TextSpan(.markup, start: 6, length: 1), TextSpan(.spoiler, start: 8, length: 2),
        ]
        var stage = stage([row])
        stage.press(Key(.up), .text("r"))
        #expect(stage.model.notice?.text == "Answering Ada: I see ▒▒▒")
    }

    @Test func `reactions are one line below their message, and i names the people`() {
        var row = theirs("1")
        row.reactions = [MessageReaction(text: "👍", count: 2, isMine: true, names: ["Ada"])]
        var stage = stage([row])
        #expect(stage.rows().contains { $0.contains("[👍 2]") })
        stage.press(Key(.up), .text("i"))
        #expect(stage.model.notice?.text.contains("👍 you, Ada") == true)
    }

    @Test func `a deleted message takes no reaction`() {
        var row = theirs("1")
        row.isDeleted = true
        var stage = stage([row])
        stage.press(Key(.up), .text("+"))
        #expect(stage.model.notice?.text == "The message was deleted")
    }

    @Test func `r answers the message in the line, and the draft stays`() {
        var stage = stage([theirs("1")])
        stage.type("half")
        stage.press(Key(.up, .control), .text("r"))
        #expect(stage.rows().last?.hasPrefix("Reply:") == true)
        #expect(submit(&stage).isEmpty, "nothing is typed")
        stage.type("yes")
        stage.press(Key(.escape), Key(.up, .control), .text("r"))
        #expect(stage.typed == "yes", "an unfinished reply goes on")
        #expect(submit(&stage).first == .chat(.reply(MessageID("1"), "yes")))
        #expect(stage.typed == "half")
    }

    @Test(arguments: [false, true])
    func `a refused reply is in the line again, also after other changes, and one that was sent is not`(isSaved: Bool) {
        let (state, begun) = (ChatViewState(title: "Ada", rows: [theirs("1")]), DraftTarget.reply(to: MessageID("1")))
        var stage = stage(state.rows)
        stage.type("half")
        stage.press(Key(.up, .control), .text("r"))
        stage.type("yes")
        stage.press(Key(.enter))
        #expect(stage.typed == "half")
        if isSaved {
            var other = state
            (other.typing, other.unfinished) = ("Ada is typing", [UnfinishedText(begun, "yes")])
            stage.handle(.chat(other))
        }
        stage.press(Key(.up, .control), .text("r"), .text("!"))
        var refusal = state
        refusal.problem = ScreenProblem(text: "Nothing was sent", number: 1)
        #expect(stage.model.handle(.chat(refusal)) == [.chat(.unfinished(begun, "yes!"))])
        #expect(stage.rows().last == "Reply: yes!")
        stage.press(Key(.enter))
        stage.handle(.chat(refusal))
        refusal.problem = ScreenProblem(text: "No disk space", number: 2)
        stage.handle(.chat(refusal))
        #expect(stage.typed == "half", "the reply was sent")
    }

    @Test func `a reply that begins takes the place of an edit, whose text stays with its message`() {
        var stage = stage([theirs("1", "first"), mine("2", "two")])
        stage.press(Key(.up), .text("e"))
        stage.type("x")
        stage.press(Key(.up, .control), Key(.up), .text("r"))
        #expect(stage.rows().last == "Reply:")
        stage.type("yes")
        #expect(submit(&stage) == [.chat(.reply(MessageID("1"), "yes"))])
        stage.press(Key(.up), .text("e"))
        #expect(stage.typed == "twox")
    }

    @Test func `a refused edit stays with its message while a reply is in the line`() {
        let state = ChatViewState(title: "Ada", rows: [theirs("1"), mine("2", "two")])
        var stage = stage(state.rows)
        stage.press(Key(.up), .text("e"))
        stage.type("x")
        stage.press(Key(.enter), Key(.up, .control), Key(.up), .text("r"))
        stage.type("ye")
        var refusal = state
        refusal.problem = ScreenProblem(text: "Nothing was sent", number: 1)
        stage.handle(.chat(refusal))
        #expect(stage.rows().last == "Reply: ye")
        stage.press(Key(.up, .control), .text("e"))
        #expect(stage.typed == "twox")
    }

    @Test func `a reply has lines, also one that was begun elsewhere`() {
        var state = ChatViewState(title: "Ada", rows: [theirs("1"), theirs("2")])
        state.unfinished = [UnfinishedText(.reply(to: MessageID("2")), "a\nb")]
        var stage = ModelStage.inChat(state)
        stage.press(Key(.up), Key(.up), .text("r"))
        stage.type("one")
        stage.press(Key(.enter, .alt))
        stage.type("two")
        #expect(submit(&stage) == [.chat(.reply(MessageID("1"), "one\ntwo"))])
        stage.press(Key(.up, .control), .text("r"))
        #expect(stage.typed == "a\nb")
    }

    @Test(arguments: [false, true])
    func `a refusal leaves the edit that was begun meanwhile in the line`(isReply: Bool) {
        let state = ChatViewState(title: "Ada", rows: [mine("1", "one"), mine("2", "two")])
        var stage = stage(state.rows)
        stage.press(Key(.up), Key(.up), .text(isReply ? "r" : "e"))
        stage.type("x")
        stage.press(Key(.enter), Key(.up), .text("e"))
        #expect(stage.typed == "two")
        var refusal = state
        refusal.problem = ScreenProblem(text: "Nothing was sent", number: 1)
        stage.handle(.chat(refusal))
        #expect(stage.typed == "two" && stage.model.panels.chat?.editing == MessageID("2"))
        stage.press(Key(.escape))
        #expect(stage.typed.isEmpty && stage.model.panels.chat?.answer == nil)
    }

    @Test func `a reply shows what it answers in a line above, and a goes there`() {
        var row = mine("2", "yes")
        row.answered = .init(id: MessageID("1"), author: .contact, text: "first")
        var stage = stage([theirs("1"), theirs("x"), row])
        let rows = stage.rows()
        let line = rows.firstIndex { $0.contains("↳ Ada: first") } ?? 0
        #expect(line > 0 && rows[line + 1].contains("yes"))
        stage.press(Key(.up), .text("a"))
        #expect(stage.model.panels.chat?.selected == MessageID("1"))
        stage.press(.text("a"))
        #expect(stage.model.notice?.text == "This message answers no other")
    }

    @Test func `a says that the message which is answered is not here`() {
        var row = mine("2", "yes")
        row.answered = .init(id: MessageID("0"), text: "a message that is not here")
        var stage = stage([row])
        stage.press(Key(.up), .text("a"))
        #expect(stage.takeEffects() == [])
        #expect(stage.model.notice?.text == "The message that it answers is not here")
    }

    @Test func `the notice of what is answered names the user, or a file without a text`() {
        var file = theirs("1", "")
        file.file = .init(name: "a.png")
        for (row, text) in [(mine("1", "one"), "You: one"), (file, "Ada: a.png")] {
            var stage = stage([row])
            stage.press(Key(.up), .text("r"))
            #expect(stage.model.notice?.text == "Answering \(text)")
        }
    }

    @Test func `Tab completes the name of the chat that a message is forwarded to, in a group, too`() {
        var stage = ModelStage.inChat(ChatViewState(title: "Trip", subtitle: "3 people", rows: messages(1...1)))
        stage.press(Key(.up), .text("f"))
        stage.type("bo")
        stage.press(Key(.tab))
        #expect(stage.typed == "Bob")
    }

    @Test func `the answered message is loaded if it is further up`() {
        var row = mine("2", "yes")
        row.answered = .init(id: MessageID("0"), author: .contact, text: "first")
        var stage = stage([theirs("1"), row])
        stage.press(Key(.up), .text("a"))
        #expect(stage.takeEffects().contains(.chat(.showMessage(MessageID("0")))))
        _ = stage.model.handle(.chat(ChatViewState(title: "Ada", rows: [theirs("0"), theirs("1"), row])))
        #expect(stage.model.panels.chat?.selected == MessageID("0"))
    }

    @Test func `Esc keeps a typed reply with its message, whose sign says so, and ends an empty one`() {
        let reply = DraftTarget.reply(to: MessageID("1"))
        var stage = stage([theirs("1", "first")])
        stage.press(Key(.up), .text("r"))
        #expect(stage.model.handle(.terminal(.key(.text("y")))) == [.chat(.unfinished(reply, "y"))])
        #expect(stage.model.handle(.terminal(.key(Key(.escape)))) == [], "the saved text stays")
        #expect(stage.typed.isEmpty && stage.rows().contains { $0.hasSuffix("first ✎") })
        #expect(stage.model.composer.hasDraft(in: ada) == true)
        stage.press(Key(.up), .text("r"))
        #expect(stage.typed == "y")
        stage.press(Key(.backspace))
        #expect(stage.model.handle(.terminal(.key(Key(.escape)))) == [.chat(.unfinished(reply, ""))])
        #expect(stage.rows().last == ">" && !stage.rows().contains { $0.contains("✎") })
        #expect(stage.model.composer.hasDraft(in: ada) != true)
    }

    @Test func `a new text is no reply or edit that was begun before, which go on when they are asked for`() {
        let reply = DraftTarget.reply(to: MessageID("1"))
        var state = ChatViewState(title: "Ada", rows: [theirs("1", "first"), mine("2", "two")])
        state.unfinished = [UnfinishedText(.edit(of: MessageID("2")), "two and"), UnfinishedText(reply, "y")]
        var stage = ModelStage.inChat(state)
        #expect(stage.rows().filter { $0.hasSuffix("✎") }.count == 2)
        #expect(
            stage.model.notice?.text == "A reply to “Ada: first” is not sent: r on that message (✎) goes on"
        )
        stage.type("new")
        #expect(submit(&stage).first == .chat(.send("new")))
        stage.press(Key(.up), Key(.up), .text("r"))
        #expect(stage.rows().last == "Reply: y")
        stage.type("es")
        #expect(submit(&stage).first == .chat(.reply(MessageID("1"), "yes")))
        stage.press(Key(.up), .text("e"))
        #expect(stage.typed == "two and")
        #expect(submit(&stage) == [.chat(.edit(MessageID("2"), to: "two and"))])
        #expect(stage.model.composer.hasDraft(in: bob) == nil)
    }

    @Test func `a problem that is shown before the chat keeps no saved text away`() {
        var stage = ModelStage.inChat(ChatViewState(problem: ScreenProblem(text: "The disk is slow", number: 1)))
        var state = ChatViewState(title: "Ada", rows: [theirs("1", "first")], draft: "half")
        state.unfinished = [UnfinishedText(.reply(to: MessageID("1")), "y")]
        stage.handle(.chat(state))
        #expect(stage.typed == "half")
        stage.press(Key(.up, .control), .text("r"))
        #expect(stage.typed == "y")
        state.draft = ""
        stage.handle(.chat(state))
        #expect(stage.model.composer.text(of: .chat(ada)) == "half", "saved texts are taken over once")
    }

    @Test func `a reply that is typed already stays when its chat opens again with an older one`() {
        var state = ChatViewState(title: "Ada", rows: [theirs("1", "first")])
        var stage = ModelStage.inChat(state)
        stage.press(Key(.up), .text("r"))
        stage.type("yes")
        stage.handle(.stack([.chatList]))
        state.unfinished = [UnfinishedText(.reply(to: MessageID("1")), "y")]
        stage.openChat(state)
        stage.press(Key(.up), .text("r"))
        #expect(stage.typed == "yes")
    }

    @Test func `a reply that was begun is there when the user has joined the chat`() {
        var state = ChatViewState(title: "Ada", rows: [theirs("1", "first")], canWrite: false)
        state.unfinished = [UnfinishedText(.reply(to: MessageID("1")), "y")]
        var stage = ModelStage.inChat(state)
        #expect(stage.model.notice == nil)
        state.canWrite = true
        stage.handle(.chat(state))
        stage.press(Key(.up), .text("r"))
        #expect(stage.typed == "y")
    }

    @Test func `Esc gives up an edit that was begun before, and its chat is still marked for the reply`() {
        var state = ChatViewState(title: "Ada", rows: [theirs("1", "first"), mine("2", "two")])
        state.unfinished = [
            UnfinishedText(.reply(to: MessageID("0")), "y"), UnfinishedText(.edit(of: MessageID("2")), "two and"),
        ]
        var stage = ModelStage.inChat(state)
        #expect(stage.model.notice?.text.hasPrefix("An edit of “") == true)
        stage.press(Key(.up), .text("e"))
        let given = stage.model.handle(.terminal(.key(Key(.escape))))
        #expect(given == [.chat(.unfinished(.edit(of: MessageID("2")), ""))], "Esc keeps the message as it is")
        #expect(stage.model.composer.hasDraft(in: ada) == true)
    }

    @Test func `/discard drops what was begun, also with its message`() {
        let reply = DraftTarget.reply(to: MessageID("1"))
        var state = ChatViewState(title: "Ada", rows: [theirs("1", "first")])
        state.unfinished = [UnfinishedText(reply, "y")]
        var stage = ModelStage.inChat(state)
        stage.type("/discard")
        #expect(submit(&stage).contains(.chat(.unfinished(reply, ""))))
        #expect(stage.model.composer.hasDraft(in: ada) == false)
        stage.press(Key(.up), .text("r"))
        #expect(stage.typed.isEmpty)
    }

    @Test func `a reply to a message that was deleted since can be read and ended`() {
        var row = theirs("1", "Deleted")
        row.isDeleted = true
        var state = ChatViewState(title: "Ada", rows: [row])
        state.unfinished = [UnfinishedText(.reply(to: MessageID("1")), "y")]
        var stage = ModelStage.inChat(state)
        stage.press(Key(.up), .text("r"))
        #expect(stage.typed == "y")
    }

    @Test func `with the keys of vi, Esc ends an answer, too`() {
        var stage = stage([theirs("1")])
        stage.model.settings.hasViKeys = true
        stage.press(Key(.escape), .text("r"))
        #expect(stage.rows().last?.hasPrefix("Reply:") == true)
        stage.press(Key(.escape))
        #expect(stage.rows().last?.hasPrefix("Reply:") == false && stage.model.panels.chat?.answer == nil)
    }
}
