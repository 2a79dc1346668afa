import Chat
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import JSONKit
import PinnedMessages
import ScreenKit
import SharedPictures
import Testing

@testable import WebHost

/// The parts of each screen that a page gets, beside the rows of the list and of a chat.
@Suite struct PaneJSONTests {
    private let problem = ScreenProblem(text: "P", number: 4)

    private func json(_ text: JSONText) -> String { String(decoding: text.bytes, as: UTF8.self) }

    @Test func `the bar of a chat has all that is to be said above and below the messages`() {
        let state = ChatViewState(
            part: .thread(MessageID("r")),
            title: "Ada",
            stateText: "S",
            isInvitation: true,
            topic: "T",
            distinction: "@a:h",
            hasEarlier: true,
            isLoadingEarlier: true,
            hasLater: true,
            found: MessageID("f"),
            firstUnread: MessageID("u"),
            mention: .init(message: MessageID("m"), number: 2),
            notifications: .muted,
            isFavourite: true,
            isEncrypted: true,
            lacksEncryption: true,
            warning: "W",
            warningID: "7",
            typing: "Y",
            status: "O",
            forwarded: .init(to: "Ben", number: 3),
            problem: problem
        )
        #expect(
            json(state.pageBar)
                == #"{"part":"Thread","title":"Ada","subtitle":"@a:h","stateText":"S","invitation":true,"topic":"T","#
                + #""earlier":true,"loading":true,"later":true,"found":"f","unread":"u","mention":[2,"m"],"#
                + #""forwarded":[3,"Ben"],"write":true,"muted":true,"favourite":true,"encrypted":true,"plain":true,"#
                + #""warning":"W","warningID":"7","typing":"Y","status":"O","problem":[4,"P"]}"#
        )
        #expect(json(ChatViewState(title: "Ada", canWrite: false).pageBar) == #"{"title":"Ada"}"#)
    }

    @Test func `a chat opens with the texts that were begun there`() {
        var state = ChatViewState(part: .threads, draft: "half")
        state.unfinished = [
            UnfinishedText(.edit(of: MessageID("1")), "e"), UnfinishedText(.reply(to: MessageID("2")), "r"),
        ]
        let texts = #""unfinished":[{"message":"1","edit":true,"text":"e"},{"message":"2","text":"r"}]}"#
        #expect(json(state.pageOpening(ChatID("a"))) == #"{"chat":"a","threads":true,"draft":"half",\#(texts)"#)
        state.part = .thread(MessageID("r"))
        #expect(json(state.pageOpening(ChatID("a"))) == #"{"chat":"a","thread":"r","draft":"half",\#(texts)"#)
    }

    @Test func `the bar of the list says what is listed, and whether there is more`() {
        var state = ChatListViewState()
        #expect(json(state.pageBar) == "{}")
        (state.searchText, state.isSearching, state.order, state.isOfDrafts) = ("x", true, .unread, true)
        (state.hasMore, state.firstNumber, state.status, state.problem) = (true, 2, "O", problem)
        #expect(
            json(state.pageBar)
                == #"{"search":"x","searching":true,"order":"unread","drafts":true,"more":true,"previous":true,"#
                + #""status":"O","problem":[4,"P"]}"#
        )
    }

    @Test func `the form says what is typed, and also that a chat will not be encrypted`() {
        let state = CreateChatViewState(
            name: "A",
            added: ["B"],
            message: "M",
            canCreate: true,
            isEncrypted: false,
            suggestions: ["C"],
            isBusy: true,
            problem: problem
        )
        #expect(
            json(state.pageState)
                == #"{"name":"A","added":["B"],"message":"M","can":true,"encrypted":false,"suggestions":["C"],"#
                + #""busy":true,"problem":[4,"P"]}"#
        )
        #expect(json(CreateChatViewState().pageState) == "{}")
    }

    @Test func `details name the members, and say whether anything is above them`() {
        let state = ChatDetailsViewState(
            title: "T",
            contact: ContactID("@a:h"),
            stateText: "S",
            topic: "T",
            rights: "R",
            distinction: "!t:h",
            rows: [
                .init(id: .me, name: "You", role: "administrator"),
                .init(id: .member(ContactID("@b:h")), name: "Ben"),
            ],
            files: [.init(id: MessageID("1"), name: "a", detail: "d")],
            firstFileNumber: 2,
            hasMore: true,
            isLeaving: true,
            status: "O",
            problem: problem
        )
        #expect(
            json(state.pageState)
                == #"{"title":"T","contact":"@a:h","subtitle":"!t:h","stateText":"S","topic":"T","rights":"R","#
                + #""members":[{"name":"You","role":"administrator"},{"id":"@b:h","name":"Ben"}],"#
                + #""files":[{"id":"1","name":"a","detail":"d"}],"more":true,"previous":true,"#
                + #""notifications":"all","leaving":true,"status":"O","problem":[4,"P"]}"#
        )
        let later = ChatDetailsViewState(title: "T", firstNumber: 2)
        #expect(json(later.pageState) == #"{"title":"T","previous":true,"notifications":"all"}"#)
    }

    @Test func `pictures and pins say what is above and below them, and pins at their end what is left out`() {
        let pictures = SharedPicturesViewState(
            title: "T",
            rows: [.init(id: MessageID("1"), name: "a", detail: "d")],
            firstNumber: 2,
            hasMore: true,
            status: "O",
            problem: problem
        )
        #expect(
            json(pictures.pageState)
                == #"{"title":"T","rows":[{"id":"1","name":"a","detail":"d"}],"more":true,"previous":true,"#
                + #""status":"O","problem":[4,"P"]}"#
        )
        var pins = PinnedMessagesViewState(title: "T", firstNumber: 2, hasMore: true, limitText: "L")
        #expect(json(pins.pageState) == #"{"title":"T","more":true,"previous":true,"unpin":true}"#)
        (pins.firstNumber, pins.hasMore, pins.canUnpin) = (1, false, false)
        #expect(json(pins.pageState) == #"{"title":"T","limit":"L"}"#)
    }
}
