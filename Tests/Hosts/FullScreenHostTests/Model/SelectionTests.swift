import Chat
import ChatApp
import ChatList
import ChatTypes
import HostKit
import ScreenKit
import Testing

@testable import FullScreenHost

@Suite struct SelectionTests {
    private func stage(_ rows: [ChatViewState.Row], hasEarlier: Bool = false) -> ModelStage {
        var stage = ModelStage.inChat(ChatViewState(title: "Ada", rows: rows, hasEarlier: hasEarlier))
        _ = stage.rows()
        _ = stage.takeEffects()
        return stage
    }

    private func selected(_ stage: ModelStage) -> String? { stage.model.panels.chat?.selected?.rawValue }

    @Test func `Up on an empty line selects the newest message, Down after it leaves`() {
        var stage = stage(messages(1...3))
        stage.press(Key(.up))
        #expect(selected(stage) == "3")
        stage.press(Key(.up), .text("k"))
        #expect(selected(stage) == "1")
        stage.press(Key(.down), Key(.down), Key(.down))
        #expect(selected(stage) == nil)
        stage.press(Key(.up), Key(.escape))
        #expect(selected(stage) == nil && stage.takeEffects().isEmpty)
    }

    @Test func `a selected message is reversed and other keys type nothing`() {
        var stage = stage(messages(1...2))
        stage.press(Key(.up), .text("x"), .text("z"))
        #expect(stage.typed.isEmpty)
        let grid = stage.model.frame().frame.grid
        let rows = stage.rows()
        let row = rows.firstIndex { $0.contains("number 2") } ?? 0
        #expect(grid[row, 60].style != grid[row - 1, 60].style || rows[row].count <= 60)
        #expect(grid[row, 31].style.attributes.contains(.reversed))
        #expect(!grid[row - 1, 31].style.attributes.contains(.reversed))
        #expect(rows.contains { $0.contains("r replies, + reacts") })
    }

    @Test(arguments: ["/", ":"]) func `a command can be begun while a message is selected`(key: String) {
        var stage = stage(messages(1...2))
        stage.press(Key(.up), .text(Unicode.Scalar(key) ?? " "))
        #expect(selected(stage) == nil && stage.typed == "/")
    }

    @Test func `the selection scrolls into view and asks for earlier messages`() {
        var stage = stage(messages(1...60), hasEarlier: true)
        for _ in 1...40 { stage.press(Key(.up)) }
        #expect(selected(stage) == "21")
        #expect(stage.rows().contains { $0.hasSuffix("number 21") })
        for _ in 1...21 { stage.press(Key(.up)) }
        #expect(selected(stage) == "1")
        #expect(stage.takeEffects().contains(.chat(.loadEarlier)))
        #expect(stage.rows().contains { $0.hasSuffix("number 1") })
    }

    @Test func `the selection asks for more at either end, once while earlier messages load`() {
        var state = ChatViewState(title: "Ada", rows: messages(1...2), hasEarlier: true, hasLater: true)
        var stage = ModelStage.inChat(state)
        stage.press(Key(.up), Key(.down))
        #expect(stage.takeEffects() == [.chat(.showLater)] && selected(stage) == "2")
        stage.press(Key(.up), Key(.up))
        #expect(stage.takeEffects() == [.chat(.loadEarlier)])
        state.isLoadingEarlier = true
        stage.handle(.chat(state))
        stage.press(Key(.up))
        #expect(stage.takeEffects() == [] && selected(stage) == "1")
    }

    @Test func `moving up to a message whose beginning is above the edge shows all of it`() {
        let long = (1...6).map { "row \($0)" }
        var stage = stage([theirs("1", long.joined(separator: "\n"))] + messages(2...20))
        #expect(!stage.rows().contains { $0.hasSuffix("row 1") } && stage.rows().contains { $0.hasSuffix("row 6") })
        for _ in 1...20 { stage.press(Key(.up)) }
        #expect(selected(stage) == "1")
        let rows = stage.rows()
        #expect(long.allSatisfy { line in rows.contains { $0.hasSuffix(line) } })
    }

    @Test func `e edits the message in the line and the draft stays`() {
        var stage = stage([mine("1", "teh cat"), theirs("2")])
        stage.type("half")
        stage.press(Key(.up, .control), Key(.up), .text("e"))
        #expect(stage.typed == "teh cat")
        #expect(stage.rows().contains { $0.hasPrefix("Enter saves the new text, Esc keeps the message as it is") })
        #expect(stage.rows().last == "Edit: teh cat")
        _ = stage.takeEffects()
        stage.type("!")
        #expect(stage.model.handle(.terminal(.key(Key(.enter)))) == [.chat(.edit(MessageID("1"), to: "teh cat!"))])
        #expect(stage.typed == "half")
    }

    @Test func `Esc keeps the message as it is`() {
        var stage = stage([mine("1", "one")])
        stage.press(Key(.up), .text("e"), .text("x"), Key(.escape))
        #expect(stage.takeEffects().isEmpty && stage.typed.isEmpty)
        stage.press(Key(.escape))
        #expect(stage.takeEffects() == [.chat(.leave)])
    }

    @Test func `an edit is not saved without a text`() {
        var stage = stage([mine("1", "one")])
        stage.press(Key(.up), .text("e"), .control("u"), .text(" "), Key(.enter))
        #expect(stage.takeEffects() == [] && stage.model.panels.chat?.editing == MessageID("1"))
        #expect(stage.model.notice?.text == "Type the new text, or press Esc to keep the message as it is")
    }

    @Test func `a refused edit returns to the line`() {
        var stage = stage([mine("1", "one")])
        stage.press(Key(.up), .text("e"), .text("x"), Key(.enter))
        let problem = ScreenProblem(text: "The message is too long", number: 1)
        stage.handle(.chat(ChatViewState(title: "Ada", rows: [mine("1", "one")], problem: problem)))
        #expect(stage.typed == "onex")
        #expect(stage.rows().last == "Edit: onex")
    }

    @Test func `an unfinished edit is there again after another chat, and one that ended begins anew`() {
        let state = ChatViewState(title: "Ada", rows: [mine("1", "one")])
        var stage = stage(state.rows)
        func edit() { stage.press(Key(.up), .text("e")) }
        edit()
        stage.type("x")
        stage.openChat(ChatViewState(title: "Bob", rows: messages(1...2)), bob)
        stage.openChat(state)
        edit()
        #expect(stage.typed == "onex")
        stage.press(Key(.escape))
        edit()
        #expect(stage.typed == "one", "Esc keeps the message as it is")
        stage.type("y")
        stage.press(Key(.enter))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: [mine("1", "oney")])))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: [mine("1", "changed elsewhere")])))
        edit()
        #expect(stage.typed == "changed elsewhere", "the edit was saved")
    }

    @Test func `an edit in which nothing was typed begins with the message's text of now, and is no draft`() {
        var stage = stage([mine("1", "one")])
        stage.press(Key(.up), .text("e"))
        #expect(stage.model.composer.hasDraft(in: ada) == false)
        #expect(
            stage.model.handle(.terminal(.key(.text("x")))) == [.chat(.unfinished(.edit(of: MessageID("1")), "onex"))]
        )
        #expect(stage.model.composer.hasDraft(in: ada) == true)
        let untyped = stage.model.handle(.terminal(.key(Key(.backspace))))
        #expect(untyped == [.chat(.unfinished(.edit(of: MessageID("1")), ""))], "the message's own text is no edit")
        stage.openChat(ChatViewState(title: "Bob", rows: messages(1...2)), bob)
        stage.openChat(ChatViewState(title: "Ada", rows: [mine("1", "changed elsewhere")]))
        stage.press(Key(.up), .text("e"))
        #expect(stage.typed == "changed elsewhere")
    }

    @Test func `an edit that was given up forgets no other that is being sent`() {
        var stage = stage([mine("1", "one"), mine("2", "two")])
        stage.press(Key(.up), Key(.up), .text("e"), .text("x"), Key(.enter), Key(.up), .text("e"), Key(.escape))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: [mine("1", "changed elsewhere"), mine("2", "two")])))
        stage.press(Key(.up), Key(.up), .text("e"))
        #expect(stage.typed == "changed elsewhere", "the edit was saved")
    }

    @Test func `a message of a contact is neither edited nor deleted`() {
        var stage = stage([theirs("1")])
        stage.press(Key(.up), .text("e"))
        #expect(stage.model.notice?.text == "You can edit only texts that you wrote")
        stage.press(.text("d"), .text("y"))
        #expect(!stage.takeEffects().contains(.chat(.delete(MessageID("1")))))
    }

    @Test func `/edit alone puts the newest own message into the line`() {
        var stage = stage([mine("1", "one"), mine("2", "two"), theirs("3")])
        stage.type("/edit")
        stage.press(Key(.enter))
        #expect(stage.typed == "two")
    }

    @Test func `a message is deleted only after a question`() {
        for (key, isDeleted) in [(Key.text("y"), true), (.text("n"), false), (Key(.enter), false)] {
            var stage = stage([mine("1", "one")])
            stage.press(Key(.up), .text("d"))
            #expect(stage.takeEffects().isEmpty)
            #expect(stage.model.notice?.text == "Delete “one”? y deletes it, any other key keeps it")
            stage.press(key)
            #expect(stage.takeEffects() == (isDeleted ? [.chat(.delete(MessageID("1")))] : []))
            #expect(stage.model.notice == nil)
        }
    }

    @Test(
        arguments: [
            ("", "a.png", "a.png"), ("", nil, "this message"),
            (String(repeating: "x", count: 30), nil, String(repeating: "x", count: 30)),
            (String(repeating: "x", count: 31), nil, String(repeating: "x", count: 29) + "…"),
        ] as [(String, String?, String)]
    )
    func `the question before a message is deleted names its text or its file`(
        text: String,
        file: String?,
        name: String
    ) {
        var row = mine("1", text)
        row.file = file.map { .init(name: $0) }
        var stage = stage([row])
        stage.press(Key(.up), .text("d"))
        #expect(stage.model.notice?.text.hasPrefix("Delete “\(name)”?") == true)
    }

    @Test func `the question before a message is deleted shows its text without marks`() {
        var row = mine("1")
        let text = TypedText.read("I _see_ it")
        (row.text, row.spans) = (text.text, text.spans)
        var stage = stage([row])
        stage.press(Key(.up), .text("d"))
        #expect(stage.model.notice?.text.hasPrefix("Delete “I see it”?") == true)
    }

    @Test(arguments: [Key(.enter), Key(.escape), .text("n")])
    func `a key that answers a question with no neither sends nor changes what is typed`(key: Key) {
        var stage = stage([mine("1", "one")])
        stage.model.settings.boundKeys = [Key(.function(5)): "/leave"]
        stage.type("half")
        stage.press(Key(.function(5)))
        #expect(stage.model.question != nil)
        _ = stage.takeEffects()
        stage.press(key)
        #expect(stage.takeEffects() == [] && stage.typed == "half" && stage.model.question == nil)
    }

    @Test func `a paste answers the question before a message is deleted with no`() {
        var stage = stage([mine("1", "one")])
        stage.press(Key(.up), .text("d"))
        stage.paste("y")
        #expect(stage.model.question == nil)
        stage.press(.text("y"))
        #expect(!stage.takeEffects().contains(.chat(.delete(MessageID("1")))))
    }

    @Test func `a question stays in sight while it is open: over a redraw, and not over a paste that is too long`() {
        var stage = stage([mine("1", "one")])
        stage.press(Key(.up), .text("d"), .control("l"))
        #expect(stage.model.notice?.text.hasPrefix("Delete “one”?") == true)
        stage.handle(.terminal(.pasteTooLong(TextTooLong(bytes: 6, limit: 5))))
        #expect(stage.model.notice?.text.hasPrefix("The text is too long") == true && stage.model.question == nil)
        stage.press(.text("d"), .control("z"), .text("y"))
        #expect(stage.takeEffects() == [.redraw, .suspend, .chat(.delete(MessageID("1")))])
        #expect(stage.model.notice == nil)
    }

    @Test func `a question ends when another screen is shown, and Esc answers it without going back`() {
        var stage = stage([mine("1", "one")])
        stage.press(Key(.up), .text("d"))
        let stack: [AppScreen] = [.chatList, .chat(ada)]
        stage.handle(.begins(.details(of: ada)), .stack(stack + [.details(of: ada)]), .stack(stack))
        #expect(stage.model.question == nil)
        stage.press(.text("y"), Key(.escape))
        #expect(!stage.takeEffects().contains(.chat(.delete(MessageID("1")))))
        stage.type("/leave")
        stage.press(Key(.enter), Key(.escape))
        #expect(stage.takeEffects() == [] && stage.model.question == nil)
    }

    @Test func `only texts of the user are edited, and only messages that are there are deleted`() {
        var (gone, file) = (mine("1", "Message deleted"), mine("1", ""))
        gone.isDeleted = true
        file.file = .init(name: "a.png")
        for row in [gone, file] {
            var stage = stage([row])
            stage.press(Key(.up), .text("e"))
            #expect(stage.model.panels.chat?.editing == nil)
            #expect(stage.model.notice?.text == "You can edit only texts that you wrote")
        }
        var stage = stage([gone])
        stage.press(Key(.up), .text("d"))
        #expect(stage.model.question == nil)
        #expect(stage.model.notice?.text == "You can delete only messages that you wrote")
    }

    @Test func `/edit alone passes over what is no text of the user`() {
        var rows = [mine("1", "one"), mine("2", "Message deleted"), mine("3", "You joined"), mine("4", "Lunch?")]
        rows[1].isDeleted = true
        rows[2].event = .joined
        rows[3].poll = ChatPoll(question: "Lunch?", answers: [.init(text: "Soup", votes: 0)], voters: 0)
        rows += [mine("5", ""), theirs("6")]
        for last in 0..<rows.count {
            var stage = stage(Array(rows[...last]))
            stage.type("/edit")
            stage.press(Key(.enter))
            #expect(stage.typed == "one", "\(last)")
        }
    }

    @Test(arguments: ["e", "r", "+", "f", "d", "p", "v", "o", "t", "\r"])
    func `no key acts on a line about an event`(key: String) throws {
        var joined = mine("1", "You joined https://a.example/1")
        joined.event = .joined
        var stage = stage([joined])
        let scalar = try #require(key.unicodeScalars.first)
        stage.press(Key(.up), key == "\r" ? Key(.enter) : .text(scalar))
        #expect(stage.model.notice?.text == "This line is not a message")
        #expect(stage.takeEffects() == [] && selected(stage) == "1")
    }

    @Test func `y copies the name of a file without a text, and of nothing says so`() {
        var file = theirs("1", "")
        file.file = .init(name: "a.png")
        var stage = stage([theirs("0", ""), file])
        stage.press(Key(.up), .text("y"))
        #expect(stage.takeEffects() == [.copy("a.png")])
        stage.press(Key(.up), .text("y"))
        #expect(stage.takeEffects() == [] && stage.model.notice?.text == "There is no text to copy")
    }

    @Test(arguments: [(String?.none, []), ("3 people", [ModelEffect.showReaders(MessageID("1"), in: ada)])])
    func `i asks who has read a message in a group only`(subtitle: String?, effects: [ModelEffect]) {
        var stage = ModelStage.inChat(ChatViewState(title: "Trip", subtitle: subtitle, rows: messages(1...1)))
        stage.press(Key(.up), .text("i"))
        #expect(stage.takeEffects() == effects)
    }

    @Test func `a role that can be taken back is given at once`() {
        var stage = stage([mine("1", "one")])
        stage.type("/role Ada, moderator")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.chat(.change(.setRole("Ada", .moderator)))])
    }

    @Test func `the selection ends when its message is not among the rows any more`() {
        var stage = stage(messages(1...3))
        stage.press(Key(.up))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...2))))
        #expect(selected(stage) == nil)
        stage.type("x")
        #expect(stage.typed == "x")
    }

    @Test(arguments: [(2000, true), (2001, false)])
    func `an address is a link up to two thousand characters`(count: Int, isLink: Bool) {
        let link = "https://a.example/" + String(repeating: "x", count: count - 18)
        #expect(WebLink.first(in: link) == (isLink ? link : nil))
    }

    @Test func `/delete asks before it deletes`() {
        var stage = stage([mine("1", "one")])
        stage.type("/delete")
        stage.press(Key(.enter))
        #expect(stage.takeEffects().isEmpty)
        stage.press(.text("y"))
        #expect(stage.takeEffects() == [.chat(.delete(MessageID("1")))])
    }

    @Test(arguments: [
        ("/leave", ModelEffect.chat(.setMembership(.leave))),
        ("/remove Ada", .chat(.change(.remove("Ada", reason: "")))),
        ("/ban Ada", .chat(.change(.ban("Ada", reason: "")))),
        ("/forget", .chat(.setMembership(.forget))),
        ("/role Ada, administrator", .chat(.change(.setRole("Ada", .administrator)))),
    ])
    func `what only others can undo asks first, and any key but y keeps things as they are`(
        command: String,
        effect: ModelEffect
    ) {
        var stage = stage([mine("1", "one")])
        for (key, effects) in [("y" as Unicode.Scalar, [effect]), ("n", [])] {
            stage.type(command)
            stage.press(Key(.enter))
            #expect(stage.takeEffects().isEmpty)
            stage.press(.text(key))
            #expect(stage.takeEffects() == effects)
        }
    }

    @Test(arguments: [
        ("/leave", ListedChatChange.setMembership(.leave), "Leave “Bob”"),
        ("/forget", .setMembership(.forget), "Delete “Bob”"),
    ])
    func `on the list, too, what only others can undo asks first, by the name of the selected chat`(
        command: String,
        change: ListedChatChange,
        question: String
    ) {
        var stage = ModelStage()
        stage.openList([chatRow("Ada"), chatRow("Bob")])
        stage.press(Key(.down))
        for (key, effects) in [("y" as Unicode.Scalar, [ModelEffect.changeListed(bob, change)]), ("n", [])] {
            stage.type(command)
            stage.press(Key(.enter))
            #expect(stage.takeEffects().allSatisfy { if case .changeListed = $0 { false } else { true } })
            #expect(stage.model.notice?.text.hasPrefix(question) == true)
            stage.press(.text(key))
            #expect(stage.takeEffects() == effects)
        }
    }

    @Test func `an invitation is declined from the list without a question, and other commands act at once`() {
        var stage = ModelStage()
        var row = chatRow("Bob")
        row.state = .invited(by: "Eve", toGroup: false)
        stage.openList([row])
        for (command, change) in [
            ("/leave", ListedChatChange.setMembership(.leave)), ("/join", .setMembership(.join)), ("/read", .markRead),
            ("/mute", .notify(.muted)), ("/resend", .resend),
        ] {
            stage.type(command)
            stage.press(Key(.enter))
            #expect(stage.takeEffects().last == .changeListed(bob, change))
        }
        stage.type("/details")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.list(.showDetails(of: bob))])
    }

    @Test func `o opens a file or a link and downloads what is missing`() {
        let file = ChatViewState.File(name: "a.png")
        var stage = stage([theirs("1", "see (https://example.org/a?b=1). now"), theirs("2", "", file: file)])
        stage.press(Key(.up), .text("o"))
        #expect(stage.takeEffects() == [.chat(.download(MessageID("2")))])
        stage.press(Key(.up), .text("o"))
        #expect(stage.takeEffects() == [.openLink("https://example.org/a?b=1")])
    }

    @Test func `o asks which of several links, and a number opens it`() {
        var stage = stage([
            theirs("1", "https://a.example/1 https://b.example/2 https://a.example/1 http://c.example/3")
        ])
        stage.press(Key(.up), .text("o"))
        #expect(stage.takeEffects().isEmpty)
        let lines = ["1 https://a.example/1", "2 https://b.example/2", "3 http://c.example/3"]
        #expect(stage.model.notice?.text.split(separator: "\n").dropFirst().map(String.init) == lines)
        stage.press(.text("2"))
        #expect(stage.takeEffects() == [.openLink("https://b.example/2")] && stage.model.notice == nil)
        stage.press(.text("o"), .text("9"))
        #expect(stage.takeEffects().isEmpty, "no link has that number")
    }

    @Test func `o offers the first nine links, since a digit chooses one`() {
        let links = (1...11).map { "https://a.example/\($0)" }
        var stage = stage([theirs("1", links.joined(separator: " "))])
        stage.press(Key(.up), .text("o"))
        #expect(stage.model.notice?.text.split(separator: "\n").dropFirst().count == 9)
    }

    @Test func `o on a link to a person or a room opens their chat, at its message, or else the link`() throws {
        let link = "https://matrix.to/#/!bob:test/$5?via=test"
        var stage = stage([theirs("1", "see \(link)")])
        stage.press(Key(.up), .text("o"))
        let place = try #require(MatrixLink(link))
        #expect(stage.takeEffects() == [.openPlace(place, link: link)])
        let model = stage.model
        func open(_ place: MatrixLink, in chat: ChatID?, hasMessage: Bool = false) -> ([ModelEffect], String?) {
            var model = model
            return (model.open(place, link: link, in: chat, hasMessage: hasMessage), model.notice?.text)
        }
        #expect(open(place, in: bob, hasMessage: true) == ([.openChat(bob, at: MessageID("$5"))], nil))
        let notice = "The message that the link leads to is not here"
        #expect(open(place, in: bob) == ([.openChat(bob, at: nil)], notice))
        #expect(open(place, in: nil) == ([.openLink(link)], nil))
        let person = "matrix:u/eve:test"
        var asking = model
        let effects = asking.open(try #require(MatrixLink(person)), link: person, in: nil, hasMessage: false)
        #expect(effects == [], "no web page is behind it")
        #expect(asking.notice?.text == "There is no chat with @eve:test; start one with /new")
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:x", "https://", "https://a\u{202E}b", "-o https:/"])
    func `only plain web addresses are links`(text: String) { #expect(WebLink.first(in: text) == nil) }

    @Test func `y copies the text and i describes the message`() {
        var stage = stage([mine("1", "one\ntwo", .read)])
        stage.press(Key(.up), .text("y"))
        #expect(stage.takeEffects() == [.copy("one\ntwo")])
        stage.press(.text("i"))
        #expect(stage.model.notice?.text.contains("\nRead\nMessage 1") == true)
    }

    @Test(arguments: [
        (Delivery.sending, "Waiting to be sent"), (.sent, "Sent"), (.read, "Read"),
        (.failed(reason: "no"), "Not sent: no"),
    ])
    func `the description of a message has its delivery and all that is known of it`(delivery: Delivery, text: String) {
        var row = mine("1", "one", delivery)
        (row.isEdited, row.senderWarningText) = (true, "not encrypted")
        row.file = .init(name: "a.png", detail: "image/png, 9 bytes")
        var stage = stage([row])
        stage.press(Key(.up), .text("i"))
        let lines = stage.model.notice?.text.split(separator: "\n").dropFirst().map(String.init)
        #expect(lines == [text, "Edited", "! not encrypted", "a.png: image/png, 9 bytes", "Message 1"])
    }

    @Test func `the description of a message has the id of a member, which no name can imitate`() {
        var row = messages(1...1)[0]
        (row.author, row.sender) = (.member(ContactID("@eve:test")), "Ada")
        var stage = stage([row])
        stage.press(Key(.up), .text("i"))
        #expect(stage.model.notice?.text.hasPrefix("Ada (@eve:test), ") == true)
    }

    @Test func `a click selects the message below the pointer`() {
        var stage = stage(messages(1...3))
        let row = stage.rows().firstIndex { $0.contains("number 2") } ?? 0
        stage.handle(.terminal(.mouse(Mouse(action: .click, row: row, column: 50))))
        #expect(selected(stage) == "2")
        stage.handle(.terminal(.mouse(Mouse(action: .click, row: 3, column: 50))))
        #expect(selected(stage) == nil)
    }

    @Test func `a click while a notice of several lines is shown selects the message below the pointer`() {
        var stage = stage(messages(1...40))
        stage.press(Key(.up), .text("i"))
        let row = stage.rows().firstIndex { $0.contains("number 38") } ?? 0
        stage.handle(.terminal(.mouse(Mouse(action: .click, row: row, column: 50))))
        #expect(selected(stage) == "38" && stage.model.notice == nil)
    }

    @Test func `Ctrl-c quits only when it is pressed twice`() {
        var stage = stage(messages(1...2))
        stage.press(.control("c"))
        #expect(stage.takeEffects().isEmpty && stage.model.notice?.text == "Press Ctrl-c again to quit")
        stage.press(Key(.pageUp), .control("c"))
        #expect(!stage.takeEffects().contains(.leave))
        stage.press(.control("c"))
        #expect(stage.takeEffects() == [.leave])
    }

    @Test func `Enter on an empty line sends nothing and shows no notice`() {
        var stage = stage(messages(1...2))
        stage.press(Key(.enter))
        #expect(stage.takeEffects().isEmpty && stage.model.notice == nil)
    }

    @Test func `a refused attachment stays typed`() {
        var stage = stage(messages(1...2))
        stage.type("/attach /nowhere")
        stage.press(Key(.enter))
        #expect(stage.typed == "/attach /nowhere")
    }

    @Test func `the switcher opens above a typed line`() {
        var stage = stage(messages(1...2))
        stage.type("half")
        stage.press(.control("g"))
        #expect(stage.takeEffects() == [.findChats("")] && stage.typed.isEmpty)
        stage.press(.control("g"))
        #expect(stage.typed == "half")
    }

    @Test func `Home loads earlier messages until the first is shown or another key is pressed`() {
        var stage = stage(messages(41...80), hasEarlier: true)
        stage.press(Key(.home))
        #expect(stage.takeEffects().contains(.chat(.loadEarlier)))
        #expect(stage.rows().contains { $0.hasSuffix("number 41") })
        let loading = ChatViewState(title: "Ada", rows: messages(41...80), hasEarlier: true, isLoadingEarlier: true)
        stage.handle(.chat(loading))
        stage.press(Key(.home))
        #expect(!stage.takeEffects().contains(.chat(.loadEarlier)), "once is enough")
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(21...80), hasEarlier: true)))
        #expect(stage.rows().contains { $0.hasSuffix("number 21") })
        #expect(stage.takeEffects().contains(.chat(.loadEarlier)))
        stage.press(Key(.pageUp))
        _ = stage.takeEffects()
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(11...80), hasEarlier: true)))
        #expect(!stage.takeEffects().contains(.chat(.loadEarlier)))
        stage.press(Key(.home))
        #expect(stage.takeEffects().contains(.chat(.loadEarlier)))
        stage.handle(.chat(ChatViewState(title: "Ada", rows: messages(1...80))))
        #expect(stage.rows().contains { $0.hasSuffix("number 1") })
        #expect(!stage.takeEffects().contains(.chat(.loadEarlier)))
    }

    @Test func `Tab after an at sign offers members who have not written, and no other chats`() {
        var stage = ModelStage.inChat(ChatViewState(title: "Trip", subtitle: "3 people", rows: messages(1...2)))
        stage.handle(
            .begins(.chat(ada)),
            .chat(ChatViewState(title: "Trip", subtitle: "3 people", rows: messages(1...2)))
        )
        #expect(stage.takeEffects().contains(.findMembers(of: ada)))
        stage.handle(.members(["Zoe"], of: ada), .members(["Zara"], of: bob))
        stage.handle(.list(ChatListViewState(rows: [chatRow("Zed"), chatRow("Ada")])))
        stage.type("@z")
        stage.press(Key(.tab))
        #expect(stage.typed == "@Zoe ")
        stage.handle(.chat(ChatViewState(title: "Trip", subtitle: "3 people", rows: messages(1...3))))
        #expect(!stage.takeEffects().contains(.findMembers(of: ada)))
        stage.handle(.chat(ChatViewState(title: "Trip", subtitle: "4 people", rows: messages(1...3))))
        #expect(stage.takeEffects().contains(.findMembers(of: ada)), "somebody joined")
    }

    @Test func `Tab after an at sign offers the group's members first`() {
        var row = theirs("1")
        row.sender = "Bella"
        var stage = stage([row])
        stage.handle(.list(ChatListViewState(rows: [chatRow("Be a hero"), chatRow("Ada")])))
        stage.type("@be")
        stage.press(Key(.tab))
        #expect(stage.typed == "@Bella")
    }
}
