import Chat
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import Foundation
import PinnedMessages
import ScreenKit
import SharedPictures
import Testing
import Transport
import Verification

@testable import HostKit

@Suite struct CommandExecutorTests {
    // MARK: - The list

    @Test(arguments: [
        (LineCommand.nothing, [CommandEffect]()), (.search("x"), [.list(.search("x"))]), (.list, [.showList]),
        (.new(nil), [.newChat(with: [])]), (.new("Ada"), [.newChat(with: ["Ada"])]),
        (.group(["Ada", "Ben"]), [.newChat(with: ["Ada", "Ben"])]), (.back, [.back]), (.away, [.away]),
        (.wait(.seconds(3)), [.wait(.seconds(3))]), (.help, [.help]), (.quit, [.quit]),
        (.open(.contact("Ada")), [.list(.openContact(named: "Ada"))]),
        (.open(.row(3)), [.list(.open(ChatSummary.ID(chat: ChatID("b"))))]),
        (.open(.row(4)), [.list(.openContact(named: "4"))]), (.open(.row(1)), [.list(.openContact(named: "1"))]),
        (.more, [.list(.showMore)]), (.order(.unread), [.list(.setOrder(.unread))]),
        (.drafts, [.list(.showDrafts)]), (.space("Work"), [.list(.showSpace(named: "Work"))]),
        (.space(nil), [.list(.showSpace(named: nil))]),
        (.listed(3, .pictures), [.list(.showPictures(ChatSummary.ID(chat: ChatID("b"))))]),
        (.listed(2, .notify(.muted)), [.changeListed(ChatID("a"), .notify(.muted))]),
        (.verifyOwn(device: nil), [.verifyOwn(device: nil)]),
    ])
    func `a command on the list becomes an action of the list or of the host`(
        command: LineCommand,
        effects: [CommandEffect]
    ) throws {
        let rows = ["a", "b"].map { ChatListViewState.Row(id: ChatSummary.ID(chat: ChatID($0)), title: $0) }
        let list = ChatListViewState(rows: rows, firstNumber: 2, hasMore: true)
        #expect(try executor(on: .chatList, list: list).effects(of: command) == effects)
    }

    @Test(arguments: [(nil, nil), ("@me:work", "@me:work"), ("home", "@me:home")])
    func `account shows the chats of the account that it names, or of all`(text: String?, account: String?) throws {
        let accounts = ["@me:home", "@me:work"].map { AccountName($0) }
        let executor = CommandExecutor(top: .chatList, list: nil, chat: nil, details: nil, accounts: accounts)
        let effects = try executor.effects(of: .account(text))
        #expect(effects == [.list(.showAccount(account.map { AccountName($0) }))])
        let several = refusal(of: .account("me"), by: executor)
        #expect(several == "'me' names several of the accounts @me:home and @me:work")
        let alone = refusal(of: .account(nil), by: self.executor(on: .chatList))
        #expect(alone == "Only one account is open: viperchat without --profile opens all")
    }

    @Test func `more is refused when the list or the details have no more`() {
        #expect(refusal(of: .more, by: executor(on: .chatList, list: ChatListViewState())) == "There are no more rows")
        let details = executor(on: .chatDetails, details: ChatDetailsViewState())
        #expect(refusal(of: .more, by: details) == "There are no more members or files")
        let pictures = executor(on: .sharedPictures, pictures: SharedPicturesViewState())
        #expect(refusal(of: .more, by: pictures) == "There are no more pictures")
        let pins = PinnedMessagesViewState(title: "Ada")
        let inPins = CommandExecutor(top: .pinnedMessages, list: nil, chat: nil, details: nil, shown: pins)
        #expect(refusal(of: .more, by: inPins) == "There are no more pinned messages")
    }

    @Test func `remove concerns the form there, and a person elsewhere`() throws {
        #expect(try executor(on: .createChat).effects(of: .remove("'Ben, Jr'")) == [.form(.remove("Ben, Jr"))])
        let removal = ChatChange.remove("Ben", reason: "too fast, again")
        let inDetails = executor(on: .chatDetails, details: ChatDetailsViewState())
        #expect(try inDetails.effects(of: .remove("Ben, too fast, again")) == [.details(.change(removal))])
        let inChat = CommandExecutor(top: .chat, list: nil, chat: ChatViewState(title: "Trip"), details: nil)
        #expect(try inChat.effects(of: .remove("Ben, too fast, again")) == [.chat(.change(removal))])
        #expect(refusal(of: .remove(", x"), by: inChat) == "Add a name, as in /remove Ada")
        let elsewhere = executor(on: .chatList, sign: ":")
        #expect(refusal(of: .remove("Ben"), by: elsewhere) == "Open a chat first, with :open")
    }

    @Test func `discard drops every reply and edit that was begun`() throws {
        var state = ChatViewState(title: "Ada")
        func chat() -> CommandExecutor { CommandExecutor(top: .chat, list: nil, chat: state, details: nil) }
        #expect(refusal(of: .discard, by: chat()) == "You have begun no reply or edit here")
        let targets = [DraftTarget.reply(to: MessageID("1")), .edit(of: MessageID("2"))]
        state.unfinished = targets.map { UnfinishedText($0, "half") }
        #expect(try chat().effects(of: .discard) == targets.map { .chat(.unfinished($0, "")) })
    }

    @Test func `an event is no message to answer or delete`() throws {
        let joined = ChatViewState.Row(
            id: MessageID("2"),
            author: .me,
            text: "You joined",
            event: .joined,
            delivery: .sent
        )
        let rows = [ChatViewState.Row(id: MessageID("1"), author: .me, text: "Hi", delivery: .sent), joined]
        let chat = ChatViewState(title: "Trip", rows: rows)
        let inChat = CommandExecutor(top: .chat, list: nil, chat: chat, details: nil)
        #expect(try inChat.effects(of: .delete(1)) == [.chat(.delete(MessageID("1")))])
        #expect(try inChat.effects(of: .react(1, "+")) == [.chat(.react(MessageID("1"), "+"))])
    }

    @Test func `a message that was deleted is none of the user's own any more`() throws {
        var state = chat
        state.rows[4].isDeleted = true
        let inChat = CommandExecutor(top: .chat, list: nil, chat: state, details: nil)
        #expect(try inChat.effects(of: .edit(1, "x")) == [.chat(.edit(MessageID("2"), to: "x"))])
    }

    @Test func `a file that failed to come is requested again`() throws {
        var state = chat
        state.rows[3].file?.transfer = .failed(reason: "away")
        let inChat = CommandExecutor(top: .chat, list: nil, chat: state, details: nil)
        #expect(try inChat.effects(of: .download(1, isWanted: true)) == [.chat(.download(MessageID("4")))])
        #expect(try inChat.effects(of: .file(1, .view)).first == .chat(.download(MessageID("4"))))
    }

    @Test func `the details say of their own chat whether it has devices`() {
        let chat = ChatViewState(title: "Ada", isEncrypted: true)
        let details = ChatDetailsViewState(title: "Ben")
        let executor = CommandExecutor(top: .chatDetails, list: nil, chat: chat, details: details)
        #expect(refusal(of: .devices, by: executor) == "This chat is not encrypted")
    }

    @Test func `an answer names the verification that is shown, and goes on to the next request`() throws {
        func effects(_ stage: DeviceVerification.Stage, _ reply: VerificationReply) throws -> [CommandEffect] {
            let state = VerificationViewState(id: 7, person: "Ada", stage: stage, text: "t", hasNext: true)
            return try CommandExecutor(top: .verification, list: nil, chat: nil, details: nil, verification: state)
                .effects(of: .verification(reply))
        }
        #expect(try effects(.asked, .yes) == [.verification(.answer(.accept, of: 7))])
        #expect(try effects(.asked, .cancel) == [.verification(.answer(.cancel, of: 7))])
        #expect(try effects(.done, .yes) == [.verification(.answer(.next, of: 7))])
    }

    @Test func `vote and endpoll count the polls from the newest`() throws {
        var rows = ["1", "2", "3"].map { ChatViewState.Row(id: MessageID($0), author: .contact, text: "Hi") }
        for index in [0, 1] {
            rows[index].poll = ChatPoll(question: "?", answers: [.init(text: "yes", votes: 0)], voters: 0)
        }
        let chat = ChatViewState(title: "Ada", rows: rows)
        let inChat = CommandExecutor(top: .chat, list: nil, chat: chat, details: nil)
        #expect(try inChat.effects(of: .vote(1, [1])) == [.chat(.vote(MessageID("2"), [1]))])
        #expect(try inChat.effects(of: .endPoll(2)) == [.chat(.endPoll(MessageID("1")))])
        #expect(refusal(of: .vote(3, [1]), by: inChat) == "There is no such poll on screen")
    }

    @Test func `deleted messages are not counted by reply and react`() throws {
        var rows = ["1", "2", "3"].map { ChatViewState.Row(id: MessageID($0), author: .contact, text: "Hi") }
        rows[1].isDeleted = true
        let chat = ChatViewState(title: "Ada", rows: rows)
        let inChat = CommandExecutor(top: .chat, list: nil, chat: chat, details: nil)
        #expect(try inChat.effects(of: .reply(2, "yes")) == [.chat(.reply(MessageID("1"), "yes"))])
        #expect(try inChat.effects(of: .react(2, "+")) == [.chat(.react(MessageID("1"), "+"))])
        #expect(try inChat.effects(of: .forward(2, to: "Ben")) == [.chat(.forward(MessageID("1"), to: "Ben"))])
    }

    @Test func `a digit chooses a reaction as in the full screen, and an unknown name is refused`() throws {
        #expect(try inChat().effects(of: .react(1, "1")) == [.chat(.react(MessageID("5"), "👍"))])
        #expect(try inChat().effects(of: .react(1, ":D")) == [.chat(.react(MessageID("5"), ":D"))])
        let reason = "No emoji has the name :th; did you mean :thinking:?"
        #expect(refusal(of: .react(1, ":th"), by: inChat()) == reason)
    }

    // MARK: - A new chat

    @Test(arguments: [
        (LineCommand.text("Ada"), [CreateChatAction.type("Ada")]), (.add(nil), [.add]),
        (.add("Ben"), [.type("Ben"), .add]), (.create, [.create]),
    ])
    func `a command on the form becomes actions of the form`(command: LineCommand, actions: [CreateChatAction]) throws {
        #expect(try executor(on: .createChat).effects(of: command) == actions.map { .form($0) })
        guard command != .text("Ada") else { return }
        let elsewhere = executor(on: .chatList, sign: ":")
        #expect(refusal(of: command, by: elsewhere) == "Open a new chat first, with :new")
    }

    @Test func `one name creates a chat, and several names create a group`() {
        #expect(CommandEffect.actions(toCreateChatWith: []).isEmpty)
        #expect(CommandEffect.actions(toCreateChatWith: ["Ada"]) == [.type("Ada"), .create])
        #expect(
            CommandEffect.actions(toCreateChatWith: ["Ada", "Ben"]) == [.type("Ada"), .add, .type("Ben"), .create]
        )
        let plain = CommandEffect.actions(toCreateChatWith: ["Ada"], isPlain: true)
        #expect(plain == [.setEncrypted(false), .type("Ada"), .create])
        #expect(CommandEffect.actions(toCreateChatWith: [], isPlain: true).isEmpty)
    }

    // MARK: - A chat

    @Test(arguments: [
        (LineCommand.text("hi"), CommandEffect.chat(.send("hi"))), (.chat(.loadEarlier), .chat(.loadEarlier)),
        (.chat(.showDetails), .chat(.showDetails)), (.pictures, .chat(.showPictures)),
        (.notify(.muted), .chat(.setNotifications(.muted))), (.notify(.mentions), .chat(.setNotifications(.mentions))),
        (.chat(.showMention), .chat(.showMention)),
        (.delete(1), .chat(.delete(MessageID("5")))), (.delete(2), .chat(.delete(MessageID("2")))),
        (.edit(2, "six"), .chat(.edit(MessageID("2"), to: "six"))), (.join, .chat(.setMembership(.join))),
        (.leave, .chat(.setMembership(.leave))), (.attach("'/dev/null'"), .chat(.sendFile(path: "/dev/null"))),
        (.thread(4), .chat(.openThread(MessageID("2")))), (.readers(4), .showReaders(MessageID("2"))),
        (.reactions(1), .notice("Nobody has reacted to this message")), (.ignore(false, "Ben"), .ignore(false, "Ben")),
        (.ignored, .showIgnored),
    ])
    func `a command in a chat becomes an action of the chat`(command: LineCommand, effect: CommandEffect) throws {
        #expect(try inChat().effects(of: command) == [effect])
    }

    @Test(arguments: [
        (LineCommand.chat(.showLater), "These are the newest messages"),
        (.chat(.resendFailed), "No message has failed or waits here"),
        (.chat(.showFirstUnread), "Nothing is unread here"),
        (.acknowledge, "There is no warning to acknowledge here"), (.delete(3), "You have no such message on screen"),
        (.edit(4, "x"), "You have no such message on screen"), (.file(4, .view), "There is no such file on screen"),
        (.download(4, isWanted: true), "There is no such file on screen"),
        (.attach("/"), "/ is a folder"),
        (.attach("/nowhere/x"), "/nowhere/x cannot be read: No such file or directory"),
    ])
    func `a command that can do nothing in a chat is refused with the reason`(command: LineCommand, reason: String) {
        #expect(refusal(of: command, by: inChat()) == reason)
    }

    @Test(arguments: [Delivery.sending, .failed(reason: "No")])
    func `a message that waits is sent again as one that failed is`(delivery: Delivery) throws {
        var state = chat
        state.rows[1].delivery = delivery
        let inChat = CommandExecutor(top: .chat, list: nil, chat: state, details: nil)
        #expect(try inChat.effects(of: .chat(.resendFailed)) == [.chat(.resendFailed)])
    }

    @Test(arguments: [
        LineCommand.chat(.loadEarlier), .delete(1), .edit(1, "x"), .download(1, isWanted: true), .file(1, .view),
    ])
    func `a command for a chat is refused where no chat is open`(command: LineCommand) {
        #expect(refusal(of: command, by: executor(on: .chatList, sign: ":")) == "Open a chat first, with :open")
    }

    @Test(arguments: [
        (LineCommand.notify(.muted), ListedChatChange.notify(.muted)),
        (.chat(.set(.favourite, true)), .set(.favourite, true)), (.chat(.set(.unread, true)), .set(.unread, true)),
        (.chat(.markRead), .markRead), (.chat(.resendFailed), .resend), (.join, .setMembership(.join)),
        (.leave, .setMembership(.leave)), (.chat(.setMembership(.forget)), .setMembership(.forget)),
    ])
    func `on the list a command about a chat changes the selected one`(
        command: LineCommand,
        change: ListedChatChange
    ) throws {
        func executor(on top: ScreenName) -> CommandExecutor {
            CommandExecutor(top: top, list: nil, chat: chat, details: nil, selected: ChatID("a"))
        }
        #expect(try executor(on: .chatList).effects(of: command) == [.changeListed(ChatID("a"), change)])
        let inChat = try? executor(on: .chat).effects(of: command)
        #expect(inChat?.contains(.changeListed(ChatID("a"), change)) != true, "in a chat it concerns that one")
        let reason = "Add the number of a chat, as in :mute 1"
        #expect(refusal(of: command, by: self.executor(on: .chatList, sign: ":")) == reason)
    }

    @Test func `details that were opened from the list change what they show, and nothing of a chat that is not open`()
        throws
    {
        let list = CommandExecutor(top: .chatList, list: nil, chat: nil, details: nil, selected: ChatID("a"))
        #expect(try list.effects(of: .chat(.showDetails)) == [.list(.showDetails(of: ChatID("a")))])
        let details = executor(on: .chatDetails, details: ChatDetailsViewState(canLeave: true))
        #expect(try details.effects(of: .notify(.muted)) == [.details(.setNotifications(.muted))])
        let reason = "Open the chat itself first: /back, then /open"
        #expect(refusal(of: .chat(.set(.favourite, true)), by: details) == reason)
    }

    @Test func `the warning that is shown is acknowledged`() throws {
        let chat = ChatViewState(title: "Ada", isEncrypted: true, warning: "Changed", warningID: "1")
        let inChat = CommandExecutor(top: .chat, list: nil, chat: chat, details: nil)
        #expect(try inChat.effects(of: .acknowledge) == [.chat(.changeEncryption(.acknowledge("1")))])
        let details = ChatDetailsViewState(isEncrypted: true, warning: "Changed", warningID: "2")
        let inDetails = CommandExecutor(top: .chatDetails, list: nil, chat: chat, details: details)
        #expect(try inDetails.effects(of: .acknowledge) == [.details(.changeEncryption(.acknowledge("2")))])
    }

    @Test(arguments: ScreenName.allCases) func `the own devices are verified from any screen`(top: ScreenName) throws {
        #expect(try executor(on: top).effects(of: .verifyOwn(device: "D")) == [.verifyOwn(device: "D")])
    }

    @Test func `/read all works on the list and in a chat`() throws {
        for executor in [executor(on: .chatList), inChat()] {
            #expect(try executor.effects(of: .readAll) == [.markAllRead])
        }
    }

    @Test func `messages are counted from the newest row that the host gives`() throws {
        let rows = chat.rows[..<2]
        let executor = CommandExecutor(top: .chat, list: nil, chat: chat, details: nil, countedRows: rows)
        #expect(try executor.effects(of: .delete(1)) == [.chat(.delete(MessageID("2")))])
        #expect(refusal(of: .delete(2), by: executor) == "You have no such message on screen")
    }

    // MARK: - Files

    @Test func `a downloaded file is opened and saved, and any other file is downloaded first`() throws {
        let here = try #require(chat.rows[3].file)
        let effects = try inChat().effects(of: .file(1, .save(to: "no-file-x")))
        #expect(effects == [.chat(.saveFile(MessageID("4"), to: "no-file-x"))])
        #expect(try inChat().effects(of: .file(1, .view)) == [.openFile(here, of: MessageID("4"))])
        #expect(
            try inChat().effects(of: .file(2, .view)) == [
                .chat(.download(MessageID("3"))), .notice("Downloading b.png; try again when it has arrived"),
            ]
        )
    }

    @Test func `only a missing file is downloaded, and only a running download is cancelled`() throws {
        #expect(try inChat().effects(of: .download(2, isWanted: true)) == [.chat(.download(MessageID("3")))])
        #expect(try inChat().effects(of: .download(3, isWanted: false)) == [.chat(.cancelDownload(MessageID("1")))])
        let downloaded = "Already downloaded: /view opens it, /save saves a copy"
        #expect(refusal(of: .download(1, isWanted: true), by: inChat()) == downloaded)
        for number in 1...2 {
            #expect(refusal(of: .download(number, isWanted: false), by: inChat()) == "It is not being downloaded")
        }
    }

    // MARK: - Details

    @Test func `on the details, mute, more and leave are the details' own`() throws {
        let executor = executor(on: .chatDetails, details: ChatDetailsViewState(hasMore: true, canLeave: true))
        #expect(try executor.effects(of: .notify(.mentions)) == [.details(.setNotifications(.mentions))])
        #expect(try executor.effects(of: .more) == [.details(.showMore)])
        #expect(try executor.effects(of: .leave) == [.details(.leaveChat)])
        #expect(try executor.effects(of: .join) == [.details(.joinChat)])
        #expect(refusal(of: .chat(.showDetails), by: executor) == "These are the details of the chat")
        let left = self.executor(on: .chatDetails, details: ChatDetailsViewState())
        #expect(refusal(of: .leave, by: left) == "You cannot leave this chat now")
    }

    // MARK: - Pictures

    @Test func `a number shows the message with that picture, and more shows a page more`() throws {
        let rows = ["7", "5"].map { SharedPicturesViewState.Row(id: MessageID($0), name: "a.png") }
        let pictures = SharedPicturesViewState(rows: rows, firstNumber: 3, hasMore: true)
        let executor = executor(on: .sharedPictures, pictures: pictures)
        let message = MessageID("5")
        func action(_ action: SharedPicturesAction) -> ScreenAction { ScreenAction(action, on: .sharedPictures) }
        #expect(try executor.effects(of: .row(4)) == [.goTo(message, by: action(.open(message)))])
        #expect(try executor.effects(of: .more) == [.screen(action(.showMore))])
        for number in [2, 5] {
            #expect(refusal(of: .row(number), by: executor) == "There is no picture \(number) on screen")
        }
        #expect(refusal(of: .pictures, by: executor) == "These are the pictures of the chat")
    }

    @Test(arguments: [
        (ScreenName.chatList, LineCommand.pictures, "Add the number of a chat, as in :mute 1"),
        (.chatList, .listed(2, .pictures), "There is no chat 2"),
        (.createChat, .pictures, "Open a chat first, with :open"),
        (.chatDetails, .pictures, "Return to the chat first, with :back"),
    ])
    func `pictures of no chat are refused with the reason`(top: ScreenName, command: LineCommand, reason: String) {
        #expect(refusal(of: command, by: executor(on: top, sign: ":")) == reason)
    }

    // MARK: - Pinned messages

    @Test func `a number goes to a pinned message, and a pin is removed by its row`() throws {
        let rows = ["7", "5"].map { MessageExcerpt(id: MessageID($0), author: .contact, text: "hello") }
        let pins = PinnedMessagesViewState(rows: rows, firstNumber: 3, hasMore: true)
        let executor = CommandExecutor(top: .pinnedMessages, list: nil, chat: nil, details: nil, shown: pins)
        let message = MessageID("5")
        func action(_ action: PinnedMessagesAction) -> ScreenAction { ScreenAction(action, on: .pinnedMessages) }
        #expect(try executor.effects(of: .row(4)) == [.goTo(message, by: action(.open(message)))])
        #expect(try executor.effects(of: .pin(3, false)) == [.screen(action(.unpin(MessageID("7"))))])
        #expect(try executor.effects(of: .more) == [.screen(action(.showMore))])
        let other = CommandEffect.screen(ScreenAction(SharedPicturesAction.showMore, on: .pinnedMessages))
        #expect(try executor.effects(of: .more) != [other] && other == other)
        for command in [LineCommand.row(5), .pin(2, false)] {
            #expect(refusal(of: command, by: executor)?.hasPrefix("There is no pinned message") == true)
        }
        #expect(refusal(of: .pictures, by: executor) == "Return to the chat first, with /back")
    }

    @Test func `a message of anyone is pinned by its number, and its pin removed`() throws {
        #expect(try inChat().effects(of: .pin(1, true)) == [.chat(.change(.pin(MessageID("5"), true)))])
        #expect(try inChat().effects(of: .pin(5, false)) == [.chat(.change(.pin(MessageID("1"), false)))])
        #expect(refusal(of: .pin(6, true), by: inChat()) == "There is no such message on screen")
    }

    // MARK: - Fixtures

    /// Five rows: John's running download, the user's message, John's two files, and the user's newest message.
    private var chat: ChatViewState {
        func row(_ id: String, _ author: Author, _ file: ChatViewState.File? = nil) -> ChatViewState.Row {
            ChatViewState.Row(id: MessageID(id), author: author, file: file)
        }
        func file(_ name: String, _ transfer: FileTransfer?) -> ChatViewState.File {
            ChatViewState.File(name: name, type: "image/png", byteCount: 1, detail: "", transfer: transfer)
        }
        return ChatViewState(
            rows: [
                row("1", .contact, file("a.png", .waiting)), row("2", .me), row("3", .contact, file("b.png", nil)),
                row("4", .contact, file("c.png", .complete(path: nil))), row("5", .me),
            ],
            hasEarlier: true
        )
    }

    private func inChat() -> CommandExecutor { CommandExecutor(top: .chat, list: nil, chat: chat, details: nil) }

    private func executor(
        on top: ScreenName,
        list: ChatListViewState? = nil,
        details: ChatDetailsViewState? = nil,
        pictures: SharedPicturesViewState? = nil,
        sign: String = "/"
    ) -> CommandExecutor {
        CommandExecutor(top: top, list: list, chat: nil, details: details, shown: pictures, sign: sign)
    }

    private func refusal(of command: LineCommand, by executor: CommandExecutor) -> String? {
        do throws(LineCommandError) {
            _ = try executor.effects(of: command)
            return nil
        } catch {
            return error.message
        }
    }
}
