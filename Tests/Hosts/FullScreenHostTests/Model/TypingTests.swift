import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import ScreenKit
import Testing
import Transport

@testable import FullScreenHost

@Suite struct TypingTests {
    @Test func `typed text becomes the draft, and Enter sends it`() {
        var stage = ModelStage.inChat()
        stage.type("hi")
        #expect(stage.model.handle(.terminal(.key(.text("!")))) == [.chat(.draft("hi!"))])
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.chat(.send("hi!"))])
        #expect(stage.typed.isEmpty)
    }

    @Test func `arriving events do not change the typed text`() {
        var stage = ModelStage.inChat()
        stage.type("half a sent")
        for number in 1...20 {
            stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...(3 + number)), draft: "half a sent")))
            stage.handle(.badge(number), .list(ChatListViewState(rows: [chatRow("Bob"), chatRow("Ada")])))
            stage.handle(.notification(AppNotification(id: MessageID("n"), chat: bob, title: "Bob", text: "hey")))
            _ = stage.rows()
        }
        stage.type("ence")
        #expect(stage.typed == "half a sentence")
        #expect(stage.rows().last == "> half a sentence")
    }

    @Test func `a paste while help is shown closes help`() {
        var stage = ModelStage()
        stage.openChat(ChatViewState(title: "Ada"))
        stage.press(Key(.function(1)))
        stage.paste("a paste")
        #expect(!stage.model.panels.hasOverlay)
        #expect(stage.typed == "a paste")
    }

    @Test func `a paste never sends and never runs a command`() {
        var stage = ModelStage.inChat()
        stage.paste("/quit\n")
        #expect(stage.takeEffects().isEmpty)
        stage.paste("and more")
        stage.press(Key(.enter))
        #expect(stage.takeEffects().isEmpty && stage.typed == "/quit\nand more")
        stage.press(.control("c"))
        stage.paste((1...10).map { "line \($0)" }.joined(separator: "\n"))
        #expect(stage.takeEffects().isEmpty)
        #expect(stage.typed.hasSuffix("line 9\nline 10"))
    }

    @Test func `a command with line breaks is performed or refused, never sent`() {
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", rows: [mine("1"), mine("2")]))
        func effects(_ text: String) -> [ModelEffect] {
            stage.press(.control("u"))
            stage.paste(text)
            stage.press(Key(.enter))
            return stage.takeEffects()
        }
        #expect(effects("/attach /dev/null\n") == [.chat(.sendFile(path: "/dev/null"))])
        #expect(effects("/mute\n\n") == [.chat(.setMuted(true))])
        #expect(effects("/edit 2 first\nsecond\n") == [.chat(.edit(MessageID("1"), to: "first\nsecond"))])
        #expect(effects("/attach /tmp/a\n/tmp/b") == [])
        #expect(stage.typed == "/attach /tmp/a\n/tmp/b", "it can be put right")
        #expect(stage.model.notice?.text == "/attach takes one line; begin with // to send this as text")
        stage.press(.control("c"))
        #expect(effects("/quti\n") == [])
        #expect(stage.model.notice?.text.contains("did you mean /quit?") == true)
        stage.press(.control("c"))
        #expect(effects("/usr/bin is full\nand so is /tmp") == [.chat(.send("/usr/bin is full\nand so is /tmp"))])
        #expect(effects("//attach a\nb") == [.chat(.send("/attach a\nb"))])
    }

    @Test func `a refused message stays typed`() {
        var stage = ModelStage.inChat()
        stage.type("too long")
        stage.press(Key(.enter))
        let problem = ScreenProblem(text: "The message is too long", number: 1)
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...3), draft: "too long", problem: problem)))
        #expect(stage.typed == "too long")
        #expect(stage.rows().contains { $0.hasPrefix("The message is too long") })
    }

    @Test func `a refused message leaves what was typed since as it is`() {
        var stage = ModelStage.inChat()
        stage.type("too long")
        stage.press(Key(.enter))
        stage.type("x")
        let problem = ScreenProblem(text: "The message is too long", number: 1)
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...3), draft: "too long", problem: problem)))
        #expect(stage.typed == "x")
    }

    @Test func `a refused text that looks like a command comes back with its extra slash`() {
        var stage = ModelStage.inChat()
        stage.type("//leave")
        stage.press(Key(.enter))
        let problem = ScreenProblem(text: "You have left this group", number: 1)
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...3), draft: "/leave", problem: problem)))
        #expect(stage.typed == "//leave")
    }

    @Test func `a refused text that looks like a command is stored as it was typed`() {
        var stage = ModelStage.inChat()
        stage.type("//leave")
        stage.press(Key(.enter))
        let problem = ScreenProblem(text: "You have left this group", number: 1)
        let refused = ChatViewState(title: "Ada", rows: messages(1...3), draft: "/leave", problem: problem)
        let kept = stage.model.handle(.chat(refused))
        #expect(kept == [.chat(.draft("//leave"))])
        stage.type("x")
        stage.press(Key(.backspace), Key(.enter))
        let again = ScreenProblem(text: "You have left this group", number: 2)
        #expect(
            stage.model.handle(.chat(ChatViewState(title: "Ada", draft: "/leave", problem: again)))
                == [.chat(.draft("//leave"))]
        )
    }

    @Test func `an accepted message does not come back with a later problem`() {
        var stage = ModelStage.inChat()
        stage.type("fine")
        stage.press(Key(.enter))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...4))))
        let problem = ScreenProblem(text: "The server cannot be reached", number: 1)
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...4), problem: problem)))
        #expect(stage.typed.isEmpty)
    }

    @Test func `a sent message can be recalled after another was refused`() {
        var stage = ModelStage.inChat()
        stage.type("one")
        stage.press(Key(.enter))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...4))))
        stage.press(Key(.enter))
        let problem = ScreenProblem(text: "Please type a message first", number: 1)
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...4), problem: problem)))
        stage.press(.control("p"))
        #expect(stage.typed == "one")
    }

    @Test func `a recalled message does not replace the draft`() {
        var stage = ModelStage.inChat()
        stage.type("one")
        stage.press(Key(.enter))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...4))))
        stage.type("half")
        #expect(stage.model.handle(.terminal(.key(Key(.up)))) == [])
        #expect(stage.typed == "one")
        stage.openChat(ChatViewState(title: "Ada", rows: messages(1...4), draft: "half"))
        #expect(stage.typed == "one")
        #expect(stage.model.handle(.terminal(.key(.text("!")))) == [.chat(.draft("one!"))])
        #expect(stage.model.handle(.terminal(.key(Key(.down)))) == [.chat(.draft("half"))])
        #expect(stage.typed == "half")
    }

    @Test func `a notice closes with keys that clear the text or act elsewhere`() {
        for key in [Key(.escape), .control("c"), Key(.function(9))] {
            var stage = ModelStage()
            stage.openList([chatRow("Bob")])
            stage.handle(.notice("told"))
            stage.type("x")
            #expect(stage.model.notice?.text == "told")
            stage.press(key)
            #expect(stage.model.notice == nil, "\(key)")
        }
    }

    @Test func `a draft over the message limit is restored`() {
        let draft = String(repeating: "x", count: OutgoingMessage.textLimit + 1)
        #expect(ModelStage.inChat(ChatViewState(title: "Ada", draft: draft)).typed == draft)
    }

    @Test func `a draft is restored before text typed meanwhile`() {
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", draft: "I was going to"))
        #expect(stage.typed == "I was going to")
        stage.handle(.begins(.chat(bob)), .stack([.chatList, .chat(bob)]))
        stage.type("hey")
        stage.handle(.chat(ChatViewState(title: "Bob", draft: "so: ")))
        #expect(stage.typed == "so: hey")
        stage.openChat(ChatViewState(title: "Ada", draft: "I was going to"))
        #expect(stage.typed == "I was going to")
    }

    @Test func `Ctrl-c clears the text, Ctrl-d on an empty line quits, Esc goes back`() {
        var stage = ModelStage.inChat()
        stage.type("word")
        stage.press(.control("c"))
        #expect(stage.takeEffects().isEmpty && stage.typed.isEmpty)
        stage.press(Key(.escape))
        #expect(stage.takeEffects() == [.chat(.leave)])
        stage.press(.control("d"))
        #expect(stage.takeEffects() == [.leave])
    }

    @Test func `every command works from inside a chat`() {
        var rows = messages(1...3)
        rows.append(mine("4", "no", .failed(reason: "no")))
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", rows: rows, hasEarlier: true))
        stage.handle(.list(ChatListViewState(rows: [chatRow("Ada"), chatRow("Bob", unread: 2)], hasMore: true)))
        func effects(_ line: String) -> [ModelEffect] {
            stage.type(line)
            stage.press(Key(.enter))
            return stage.takeEffects()
        }
        #expect(effects("/open 9") == [.openContact(named: "9")])
        #expect(effects("/open 0") == [.openContact(named: "0")])
        #expect(effects("/open Bob") == [.openContact(named: "Bob")])
        #expect(effects("/earlier") == [.chat(.loadEarlier)])
        #expect(effects("/resend") == [.chat(.resendFailed)])
        #expect(effects("/mute") == [.chat(.setMuted(true))])
        #expect(effects("/unmute") == [.chat(.setMuted(false))])
        #expect(effects("/join") == [.chat(.setMembership(.join))])
        #expect(effects("/leave").isEmpty, "it asks first")
        #expect(effects("/more") == [.list(.showMore)])
        #expect(effects("/wait 2s") == [.wait(.seconds(2))])
        #expect(effects("/away") == [.focus(false)])
        #expect(effects("/list") == [.focus(true), .chat(.leave)])
        #expect(effects("/quit") == [.leave])
        #expect(effects("//quit") == [.chat(.send("/quit"))])
        #expect(effects("/quti") == [])
        #expect(stage.typed == "/quti", "it can be put right")
        #expect(stage.model.notice?.text.contains("did you mean /quit?") == true)
        stage.press(.control("c"))
        #expect(effects("/open 2") == [.openChat(bob, at: nil)])
    }

    @Test func `commands without effect show a notice`() {
        var stage = ModelStage.inChat()
        for (line, notice) in [
            ("/earlier", "The chat begins here"), ("/later", "These are the newest messages"),
            ("/resend", "No message has failed or waits here"), ("/more", "There are no more rows"),
            ("/create", "Open a new chat first, with /new"), ("/fetch", "There is no such file on screen"),
            ("/attach /nowhere", "/nowhere cannot be read: No such file or directory"),
        ] {
            stage.type(line)
            stage.press(Key(.enter))
            #expect(stage.takeEffects().isEmpty)
            #expect(stage.model.notice?.text == notice)
        }
    }

    @Test func `/wait is refused in real time`() {
        var stage = ModelStage.inChat()
        stage.model.isTimeVirtual = false
        stage.type("/wait 5s")
        stage.press(Key(.enter))
        #expect(stage.takeEffects().isEmpty)
        #expect(stage.model.notice?.text == "/wait works only with --virtual-time")
    }

    @Test func `a question mark is text in a chat`() {
        var stage = ModelStage.inChat()
        stage.type("?!")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.chat(.send("?!"))])
    }

    @Test func `/unsend and /edit count the user's messages upwards, skipping deleted ones`() {
        var stage = ModelStage()
        var gone = mine("3")
        gone.isDeleted = true
        stage.openChat(ChatViewState(title: "Ada", rows: [mine("1"), theirs("2"), gone, mine("4"), theirs("5")]))
        func effects(_ line: String) -> [ModelEffect] {
            stage.type(line)
            stage.press(Key(.enter))
            if stage.model.question != nil { stage.press(.text("y")) }
            return stage.takeEffects()
        }
        #expect(effects("/unsend") == [.chat(.delete(MessageID("4")))])
        #expect(effects("/unsend 2") == [.chat(.delete(MessageID("1")))])
        #expect(effects("/edit better") == [.chat(.edit(MessageID("4"), to: "better"))])
        #expect(effects("/edit 2 better") == [.chat(.edit(MessageID("1"), to: "better"))])
        #expect(effects("/unsend 3") == [])
        #expect(stage.model.notice?.text == "You have no such message on screen")
        #expect(effects("/unsend 0") == [])
        #expect(stage.typed == "/unsend 0", "it can be put right")
    }

    @Test func `/new and /search return to the list and continue there`() {
        var stage = ModelStage.inChat()
        stage.type("/new Eve")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.chat(.leave)])
        stage.handle(.stack([.chatList]))
        #expect(stage.takeEffects() == [.list(.createChat)])
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
        #expect(stage.takeEffects() == [.form(.type("Eve")), .form(.create)])
        stage.openChat(ChatViewState(title: "Ada"))
        stage.type("/search tea")
        stage.press(Key(.enter))
        stage.handle(.stack([.chatList]))
        #expect(stage.takeEffects() == [.chat(.leave), .list(.search("tea"))])
        #expect(stage.model.panels.keyScreen == .search)
        #expect(stage.typed == "tea")
    }

    @Test func `Tab completes commands and names after an @`() {
        var stage = ModelStage.inChat()
        stage.type("/ea")
        stage.press(Key(.tab))
        #expect(stage.typed == "/earlier ")
        stage.press(.control("u"))
        stage.type("ask @bo")
        stage.press(Key(.tab))
        #expect(stage.typed == "ask @Bob ")
    }

    @Test func `the form creates a chat with the typed or selected name`() {
        var stage = ModelStage()
        stage.openList([])
        stage.press(.alt("n"))
        #expect(stage.takeEffects() == [.list(.createChat)])
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
        stage.type("E")
        #expect(stage.takeEffects() == [.form(.type("E"))])
        stage.handle(
            .form(CreateChatViewState(name: "E", isValid: true, canCreate: true, suggestions: ["Eve", "Emil"]))
        )
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.form(.create)])
        stage.press(Key(.down), Key(.down), Key(.enter))
        #expect(stage.takeEffects() == [.form(.type("Emil")), .form(.create)])
    }
}
