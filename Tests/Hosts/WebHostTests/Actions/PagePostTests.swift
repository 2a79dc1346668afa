import Chat
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import PinnedMessages
import SharedPictures
import Testing
import Verification

@testable import WebHost

@Suite struct PagePostTests {
    private func action(_ json: String) throws -> PageAction {
        let post = try #require(PagePost(Array(#"{"actions":[\#(json)]}"#.utf8)))
        return try #require(post.actions.first)
    }

    @Test(arguments: ["", "[]", "3", "{", "{\"actions\":", "\u{0}"])
    func `a body that is no object is refused`(body: String) {
        #expect(PagePost(Array(body.utf8)) == nil)
    }

    @Test func `wrong values count as missing, and the rest is read`() throws {
        let post = try #require(
            PagePost(
                Array(
                    #"{"page":7,"number":"1","stream":1e99,"painted":5,"actions":[1,{"name":"x"},{"screen":"list","name":"more"}]}"#
                        .utf8
                )
            )
        )
        #expect((post.page, post.number, post.stream, post.painted) == ("", 0, 0, 5))
        #expect(post.actions.map(\.name) == ["more"])
    }

    @Test func `more than a hundred actions are cut`() throws {
        let body =
            #"{"actions":["# + Array(repeating: #"{"screen":"list","name":"more"}"#, count: 101).joined(separator: ",")
            + "]}"
        #expect(try #require(PagePost(Array(body.utf8))).actions.count == 100)
    }

    @Test func `an ID of more bytes than any has counts as missing`() throws {
        let long = String(repeating: "a", count: Limits.idBytes + 1)
        #expect(try action(#"{"screen":"chat","name":"send","chat":"\#(long)"}"#).chat == nil)
    }

    @Test func `an ID of as many bytes as any may have is read, and an empty one counts as missing`() throws {
        let longest = String(repeating: "a", count: Limits.idBytes)
        #expect(try action(#"{"screen":"chat","name":"send","chat":"\#(longest)"}"#).chat == ChatID(longest))
        #expect(try action(#"{"screen":"chat","name":"send","chat":""}"#).chat == nil)
    }

    @Test func `an action is about a thread, the list of threads, or the chat itself`() throws {
        let parts = try [#""thread":"r","threads":true"#, #""threads":true"#, #""on":true"#].map {
            try action(#"{"screen":"chat","name":"send",\#($0)}"#).part
        }
        #expect(parts == [.thread(MessageID("r")), .threads, .main])
    }

    @Test func `more than 200 chats in sight, and more than twenty answers of a poll, are cut`() throws {
        let chats = (1...201).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try action(#"{"screen":"list","name":"visible","chats":[\#(chats)]}"#).chats.count == 200)
        let numbers = (1...21).map(String.init).joined(separator: " ")
        let vote = try action(#"{"screen":"chat","name":"vote","message":"m","text":"\#(numbers)"}"#)
        #expect(ChatAction(vote) == .vote(MessageID("m"), Array(1...20)))
    }

    @Test(
        arguments: [
            (#""name":"send","text":"Hi""#, ChatAction.send("Hi")),
            (#""name":"reply","message":"m","text":"Hi""#, .reply(MessageID("m"), "Hi")),
            (#""name":"edit","message":"m","text":"Hi""#, .edit(MessageID("m"), to: "Hi")),
            (#""name":"delete","message":"m""#, .delete(MessageID("m"))),
            (#""name":"forward","message":"m","text":"!b:test""#, .forward(MessageID("m"), to: "!b:test")),
            (#""name":"date","text":"2026-11-03""#, .showDate("2026-11-03")),
            (#""name":"react","message":"m","text":"👍""#, .react(MessageID("m"), "👍")),
            (#""name":"visible","message":"m","on":true"#, .rowsVisible(upTo: MessageID("m"), isAtEnd: true)),
            (#""name":"editDraft","message":"m","text":"Hi""#, .unfinished(.edit(of: MessageID("m")), "Hi")),
            (#""name":"mute","on":true"#, .setMuted(true)), (#""name":"earlier""#, .loadEarlier),
            (#""name":"mute""#, .setMuted(false)), (#""name":"favourite","on":true"#, .set(.favourite, true)),
            (#""name":"markUnread""#, .set(.unread, true)), (#""name":"markRead""#, .markRead),
            (#""name":"acknowledge","text":"7""#, .changeEncryption(.acknowledge("7"))),
            (#""name":"encrypt""#, .changeEncryption(.encrypt)),
            (#""name":"verify""#, .changeEncryption(.verify(person: nil, device: nil))),
            (#""name":"join""#, .setMembership(.join)), (#""name":"leaveChat""#, .setMembership(.leave)),
            (#""name":"forget""#, .setMembership(.forget)), (#""name":"leave""#, .leave),
            (#""name":"pin","message":"m","on":true"#, .change(.pin(MessageID("m"), true))),
            (#""name":"pin","message":"m""#, .change(.pin(MessageID("m"), false))),
            (#""name":"replyDraft","message":"m","text":"Hi""#, .unfinished(.reply(to: MessageID("m")), "Hi")),
            (#""name":"resend","message":"m""#, .resend(MessageID("m"))), (#""name":"resendFailed""#, .resendFailed),
            (#""name":"download","message":"m""#, .download(MessageID("m"))),
            (#""name":"cancelDownload","message":"m""#, .cancelDownload(MessageID("m"))),
            (#""name":"openThread","message":"m""#, .openThread(MessageID("m"))),
            (#""name":"draft","text":"half""#, .draft("half")), (#""name":"later""#, .showLater),
            (#""name":"newest""#, .showNewest), (#""name":"firstUnread""#, .showFirstUnread),
            (#""name":"mention""#, .showMention), (#""name":"details""#, .showDetails),
            (#""name":"pictures""#, .showPictures), (#""name":"pins""#, .showPins),
            (#""name":"threads""#, .showThreads), (#""name":"show","message":"m""#, .showMessage(MessageID("m"))),
        ] as [(String, ChatAction)]
    )
    func `an action of a chat is read`(members: String, expected: ChatAction) throws {
        #expect(ChatAction(try action(#"{"screen":"chat",\#(members)}"#)) == expected)
    }

    @Test func `votes are numbers, and a poll is a text`() throws {
        let vote = try action(#"{"screen":"chat","name":"vote","message":"m","text":"3 x 1"}"#)
        #expect(ChatAction(vote) == .vote(MessageID("m"), [3, 1]))
        #expect(ChatAction(try action(#"{"screen":"chat","name":"vote","message":"m"}"#)) == .vote(MessageID("m"), []))
        #expect(ChatAction(try action(#"{"screen":"chat","name":"poll","text":"a|b|c"}"#)) == .startPoll("a|b|c"))
        #expect(
            ChatAction(try action(#"{"screen":"chat","name":"endPoll","message":"m"}"#)) == .endPoll(MessageID("m"))
        )
    }

    @Test(arguments: [
        "reply", "vote", "endPoll", "edit", "forward", "delete", "react", "visible", "download", "saveFile", "sendFile",
        "",
    ])
    func `an action without its message, or an unknown one, does nothing`(name: String) throws {
        #expect(ChatAction(try action(#"{"screen":"chat","name":"\#(name)","text":"/etc/passwd"}"#)) == nil)
    }

    @Test(
        arguments: [
            (#""name":"invite","text":"a""#, .change(.invite("a"))),
            (#""name":"remove","text":"a","reason":"spam""#, .change(.remove("a", reason: "spam"))),
            (#""name":"ban","text":"a","reason":"spam""#, .change(.ban("a", reason: "spam"))),
            (#""name":"unban","text":"a""#, .change(.unban("a"))),
            (#""name":"rename","text":"a""#, .change(.rename("a"))),
            (#""name":"topic","text":"a""#, .change(.setTopic("a"))),
            (#""name":"notifications","text":"none""#, .setNotifications(.muted)),
            (#""name":"join""#, .joinChat), (#""name":"leaveChat""#, .leaveChat), (#""name":"leave""#, .leave),
            (#""name":"encrypt""#, .changeEncryption(.encrypt)),
            (#""name":"acknowledge","text":"7""#, .changeEncryption(.acknowledge("7"))),
            (#""name":"block","text":"D","on":true"#, .changeEncryption(.setBlocked(true, device: "D"))),
            (#""name":"block","text":"D""#, .changeEncryption(.setBlocked(false, device: "D"))),
            (#""name":"verify","text":"a","reason":"D""#, .changeEncryption(.verify(person: "a", device: "D"))),
            (#""name":"verify""#, .changeEncryption(.verify(person: nil, device: nil))),
        ] as [(String, ChatDetailsAction)]
    )
    func `an action of a chat's details is read`(members: String, expected: ChatDetailsAction) throws {
        #expect(ChatDetailsAction(try action(#"{"screen":"details",\#(members)}"#)) == expected)
    }

    @Test(
        arguments: [
            (#""name":"more""#, ChatListAction.showMore), (#""name":"previous""#, .showPrevious),
            (#""name":"create""#, .createChat),
            (#""name":"pictures","chat":"a""#, .showPictures(.init(chat: ChatID("a")))),
            (
                #""name":"visible","chats":["a","b"]"#,
                .rowsVisible([.init(chat: ChatID("a")), .init(chat: ChatID("b"))])
            ),
        ] as [(String, ChatListAction)]
    )
    func `an action of the list is read`(members: String, expected: ChatListAction) throws {
        #expect(ChatListAction(try action(#"{"screen":"list",\#(members)}"#)) == expected)
    }

    @Test(
        arguments: [
            (#""name":"type","text":"Ada""#, CreateChatAction.type("Ada")), (#""name":"add""#, .add),
            (#""name":"remove","text":"Ada""#, .remove("Ada")), (#""name":"create""#, .create),
            (#""name":"encrypt""#, .setEncrypted(false)), (#""name":"leave""#, .leave),
        ] as [(String, CreateChatAction)]
    )
    func `an action of the form is read`(members: String, expected: CreateChatAction) throws {
        #expect(CreateChatAction(try action(#"{"screen":"form",\#(members)}"#)) == expected)
    }

    @Test func `pages of details, pictures and pins are asked for and left`() throws {
        func named(_ name: String) throws -> PageAction {
            try action(#"{"screen":"","name":"\#(name)","message":"m"}"#)
        }
        #expect(ChatDetailsAction(try named("more")) == .showMore)
        #expect(ChatDetailsAction(try named("previous")) == .showPrevious)
        #expect(SharedPicturesAction(try named("more")) == .showMore)
        #expect(SharedPicturesAction(try named("previous")) == .showPrevious)
        #expect(SharedPicturesAction(try named("open")) == .open(MessageID("m")))
        #expect(SharedPicturesAction(try named("leave")) == .leave)
        #expect(PinnedMessagesAction(try named("more")) == .showMore)
        #expect(PinnedMessagesAction(try named("previous")) == .showPrevious)
        #expect(PinnedMessagesAction(try named("leave")) == .leave)
        #expect(VerificationAction(try named("leave")) == .leave)
    }

    @Test func `a pinned message is opened or its pin removed, and neither without the message`() throws {
        let message = MessageID("m")
        for (name, made) in [("open", PinnedMessagesAction.open(message)), ("unpin", .unpin(message))] {
            #expect(
                PinnedMessagesAction(try action(#"{"screen":"pins","name":"\#(name)","message":"m"}"#)) == made
            )
            #expect(PinnedMessagesAction(try action(#"{"screen":"pins","name":"\#(name)"}"#)) == nil)
        }
    }

    @Test func `actions of the other screens are read`() throws {
        #expect(ChatListAction(try action(#"{"screen":"list","name":"search","text":"a"}"#)) == .search("a"))
        let order = #"{"screen":"list","name":"order","text":"unread"}"#
        #expect(ChatListAction(try action(order)) == .setOrder(.unread))
        #expect(ChatListAction(try action(order.replacing("unread", with: "oldest"))) == nil)
        #expect(ChatListAction(try action(#"{"screen":"list","name":"drafts","on":true}"#)) == .showDrafts)
        #expect(ChatListAction(try action(#"{"screen":"list","name":"drafts"}"#)) == .showSpace(named: nil))
        #expect(CreateChatAction(try action(#"{"screen":"form","name":"encrypt","on":true}"#)) == .setEncrypted(true))
        #expect(
            ChatDetailsAction(try action(#"{"screen":"details","name":"role","text":"a","reason":"moderator"}"#))
                == .change(.setRole("a", .moderator))
        )
        #expect(ChatDetailsAction(try action(#"{"screen":"details","name":"notifications","text":"some"}"#)) == nil)
        #expect(SharedPicturesAction(try action(#"{"screen":"pictures","name":"open"}"#)) == nil)
        #expect(
            VerificationAction(try action(#"{"screen":"verification","name":"answer","text":"match","number":3}"#))
                == .answer(.match, of: 3)
        )
    }
}
