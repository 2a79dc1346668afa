import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import ScreenKit
import Testing

@testable import FullScreenHost

@Suite struct GroupTests {
    @Test func `Alt-Enter adds the typed or selected name to a group`() {
        var stage = formStage
        stage.type("Ad")
        let state = CreateChatViewState(name: "Ad", isValid: true, canCreate: true, suggestions: ["Ada", "Adam"])
        stage.handle(.form(state))
        _ = stage.takeEffects()
        stage.press(Key(.down), Key(.enter, .alt))
        #expect(stage.takeEffects() == [.form(.type("Ada")), .form(.add)])
        stage.handle(.form(CreateChatViewState(added: ["Ada"], isValid: true, canCreate: true)))
        #expect(stage.typed.isEmpty, "the next name")
        let rows = stage.rows()
        #expect(rows.contains { $0.hasSuffix("New group") })
        #expect(rows.contains { $0.hasSuffix("In the group: Ada") })
        #expect(rows.contains { $0.hasSuffix("Enter creates it, or type another name") })
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.form(.create)])
    }

    @Test func `a refused name stays typed`() {
        var stage = formStage
        stage.type("Ada")
        stage.press(Key(.enter, .alt))
        stage.handle(.form(CreateChatViewState(added: ["Ada"], isValid: true, canCreate: true)))
        stage.type("x")
        stage.press(Key(.enter, .alt))
        let problem = ScreenProblem(text: "Ada is in it already", number: 1)
        let state = CreateChatViewState(name: "x", added: ["Ada"], isValid: true, canCreate: true, problem: problem)
        stage.handle(.form(state))
        #expect(stage.typed == "x")
        #expect(stage.model.notice?.text == problem.text)
    }

    @Test func `text typed while a name is being added is the next name`() {
        var stage = formStage
        stage.type("Ada")
        stage.press(Key(.enter, .alt))
        _ = stage.takeEffects()
        stage.type("Be")
        #expect(stage.takeEffects() == [.form(.type("B")), .form(.type("Be"))])
        stage.handle(.form(CreateChatViewState(name: "Be", added: ["Ada"], isValid: true, canCreate: true)))
        #expect(stage.typed == "Be")
    }

    @Test func `text typed while a chat is created is sent to the form if that fails`() {
        var stage = formStage
        stage.type("Ada")
        stage.handle(.form(CreateChatViewState(name: "Ada", isValid: true, canCreate: true)))
        stage.press(Key(.enter))
        stage.handle(.form(CreateChatViewState(name: "Ada", isValid: true, isBusy: true)))
        stage.press(.control("u"), Key(.enter, .alt))
        stage.type("Bob")
        _ = stage.takeEffects()
        let problem = ScreenProblem(text: "The server cannot be reached", number: 1)
        let failed = CreateChatViewState(name: "Ada", isValid: true, canCreate: true, problem: problem)
        stage.handle(.form(failed), .form(failed))
        #expect(stage.takeEffects() == [.form(.type("Bob"))] && stage.typed == "Bob")
    }

    @Test(arguments: [nil, "Ada"])
    func `text typed after the name while the chat is created moves to the chat`(suggestion: String?) {
        var stage = formStage
        stage.type("Ad")
        let names = suggestion.map { [$0] } ?? []
        stage.handle(.form(CreateChatViewState(name: "Ad", isValid: true, canCreate: true, suggestions: names)))
        if suggestion != nil { stage.press(Key(.down)) }
        stage.press(Key(.enter))
        stage.type("hello")
        stage.press(Key(.enter))
        stage.handle(.form(CreateChatViewState(name: suggestion ?? "Ad", isValid: true, isBusy: true)))
        stage.type(" there")
        stage.handle(.form(CreateChatViewState(name: suggestion ?? "Ad", isValid: true, canCreate: true)))
        stage.handle(.begins(.chat(ada)), .stack([.chatList, .chat(ada)]), .chat(ChatViewState(title: "Ad")))
        #expect(stage.typed == "hello there")
        #expect(!stage.takeEffects().contains(.chat(.send("hello there"))))
    }

    @Test func `text typed after the name replaces none in the chat, and moves to no chat that is opened later`() {
        var stage = ModelStage.inChat()
        stage.type("half")
        stage.handle(.stack([.chatList]), .begins(.createChat), .stack([.chatList, .createChat]))
        stage.type("Ad")
        stage.handle(.form(CreateChatViewState(name: "Ad", isValid: true, canCreate: true)))
        stage.press(Key(.enter))
        stage.type("hello")
        var later = stage
        stage.handle(.begins(.chat(ada)), .stack([.chatList, .chat(ada)]), .chat(ChatViewState(title: "Ada")))
        #expect(stage.typed == "half")
        later.handle(.stack([.chatList]))
        later.openChat(ChatViewState(title: "Bob"), bob)
        #expect(later.typed.isEmpty)
    }

    @Test func `text added to a refused name is part of the name`() {
        var stage = formStage
        stage.type("Ad")
        stage.handle(.form(CreateChatViewState(name: "Ad", message: "It is taken")))
        stage.press(Key(.enter))
        stage.type("a")
        stage.handle(.form(CreateChatViewState(name: "Ada", isValid: true, canCreate: true)))
        stage.press(Key(.enter))
        stage.handle(.form(CreateChatViewState(name: "Ada", isValid: true, isBusy: true)))
        stage.handle(.begins(.chat(ada)), .stack([.chatList, .chat(ada)]), .chat(ChatViewState(title: "Ada")))
        #expect(stage.typed == "")
    }

    @Test func `a selected name is not replaced by the typed one if creating fails`() {
        var stage = formStage
        stage.type("A")
        stage.handle(.form(CreateChatViewState(name: "A", isValid: true, canCreate: true, suggestions: ["Ada"])))
        stage.press(Key(.down), Key(.enter))
        stage.handle(.form(CreateChatViewState(name: "Ada", isValid: true, isBusy: true)))
        _ = stage.takeEffects()
        stage.handle(.form(CreateChatViewState(name: "Ada", isValid: true, canCreate: true)))
        #expect(stage.takeEffects().isEmpty)
    }

    @Test func `the selected name is visible on a low terminal`() {
        var stage = ModelStage(rows: 9, columns: 60)
        stage.openList([])
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
        let names = (1...8).map { "Ada \($0)" }
        stage.handle(.form(CreateChatViewState(name: "A", isValid: true, canCreate: true, suggestions: names)))
        for number in 1...8 {
            stage.press(Key(.down))
            #expect(stage.rows().contains("> Ada \(number)"))
            #expect(stage.rows().contains { $0.hasPrefix("Enter starts a chat with Ada \(number)") })
        }
    }

    @Test func `the sender is shown at each group message and in the list`() {
        var stage = ModelStage(rows: 10, columns: 100)
        var row = chatRow("Trip", "Salad")
        (row.author, row.sender) = (.member(ContactID("ben")), "Ben")
        stage.openList([row])
        #expect(stage.rows()[2].hasPrefix("  Ben: Salad"))
        var message = theirs("1", "Salad")
        (message.author, message.sender) = (.member(ContactID("ben")), "Ben")
        stage.openChat(ChatViewState(title: "Trip", subtitle: "3 people", rows: [message, theirs("2", "no name")]))
        let rows = stage.rows()
        #expect(rows.contains { $0.contains(/pm +Ben    Salad/) })
        #expect(rows.contains { $0.contains("Trip    no name") })
    }

    @Test func `/group with an invalid name creates nothing`() {
        var stage = ModelStage()
        stage.openList([chatRow("Bob")])
        stage.type(":group \u{200E}Ada, Ben")
        stage.press(Key(.enter))
        #expect(stage.takeEffects().isEmpty)
        #expect(stage.model.notice?.text.contains("printable characters only") == true)
        #expect(stage.typed.hasSuffix("group \u{200E}Ada, Ben"), "it can be mended")
    }

    @Test(arguments: [("/new Eve", ["Eve"]), ("/group Eve, Mia", ["Eve", "Mia"])])
    func `/new and /group ignore names added to an open form`(command: String, names: [String]) {
        var stage = formStage
        stage.type("John")
        stage.press(Key(.enter, .alt))
        stage.handle(.form(CreateChatViewState(added: ["John"], isValid: true, canCreate: true)))
        _ = stage.takeEffects()
        stage.type(command)
        stage.press(Key(.enter))
        // A form that was left forgets its names.
        #expect(stage.takeEffects() == [.form(.type("")), .form(.leave)])
        stage.handle(.stack([.chatList]))
        #expect(stage.takeEffects() == [.list(.createChat)])
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
        let typed = names.map { ModelEffect.form(.type($0)) }
        let between = typed.flatMap { [$0, .form(.add)] }.dropLast()
        #expect(stage.takeEffects() == between + [.form(.create)])
    }

    @Test func `a pending form is dropped with its input if a chat opens first`() {
        var stage = formStage
        stage.type("/new Eve")
        stage.press(Key(.enter))
        stage.type("x")
        _ = stage.takeEffects()
        stage.openChat(ChatViewState(title: "Bob"), bob)
        #expect(stage.typed.isEmpty)
        stage.type("y")
        #expect(stage.typed == "y")
        stage.handle(.stack([.chatList]))
        #expect(stage.takeEffects().isEmpty)
    }

    @Test func `a name that begins with a slash is typed with two`() {
        var stage = formStage
        stage.type("//bob")
        #expect(stage.takeEffects().last == .form(.type("/bob")))
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.form(.create)])
    }

    @Test func `a form opened again has nothing chosen`() {
        var stage = formStage
        let state = CreateChatViewState(name: "Ad", isValid: true, canCreate: true, suggestions: ["Ada", "Adam"])
        stage.type("Ad")
        stage.handle(.form(state))
        stage.press(Key(.down))
        stage.handle(.stack([.chatList]), .begins(.createChat), .stack([.chatList, .createChat]))
        #expect(stage.typed.isEmpty)
        stage.type("Ad")
        stage.handle(.form(state))
        _ = stage.takeEffects()
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.form(.create)], "not the name chosen before")
    }

    private var formStage: ModelStage {
        var stage = ModelStage(rows: 12, columns: 100)
        stage.openList([])
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]), .form(CreateChatViewState()))
        return stage
    }
}
