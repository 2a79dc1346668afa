import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import ScreenKit
import Testing
import Transport

@testable import FullScreenHost

@Suite struct DetailsTests {
    @Test func `Alt-i shows the details, and Esc returns to the chat unchanged`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Trip", subtitle: "3 people", rows: messages(1...40)))
        #expect(stage.rows()[0] == "Trip  3 people")
        stage.press(Key(.pageUp))
        let before = stage.rows()
        stage.press(.alt("i"))
        #expect(stage.takeEffects().last == .chat(.showDetails))
        stage.showDetails(of: ada, ["You", "Ada", "Ben"])
        let rows = stage.rows()
        #expect(rows[0] == "Trip, 3 people")
        #expect(rows[1] == "  Notifications on")
        #expect(rows[3...5] == ["  You", "  Ada", "  Ben"])
        stage.press(Key(.escape))
        #expect(stage.takeEffects() == [.details(.leave)])
        stage.handle(.stack([.chatList, .chat(ada)]))
        #expect(stage.rows() == before)
    }

    @Test func `what the user may do is wrapped, and the people stay below it`() {
        var stage = ModelStage(rows: 12, columns: 40)
        stage.openChat(ChatViewState(title: "Trip"))
        stage.showDetails(of: ada, ["You"])
        let rights = "You may invite, remove and ban people, and change the title and the topic"
        let people = [ChatDetailsViewState.Row(id: .me, name: "You")]
        stage.handle(.details(ChatDetailsViewState(title: "Trip", rights: rights, rows: people)))
        let rows = stage.rows()
        let last = rows.firstIndex(of: "  You") ?? 0
        let words = rows[2..<last].flatMap { $0.split(separator: " ") }.joined(separator: " ")
        #expect(words == rights && last == 4)
    }

    @Test func `details say what notifies the user`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Trip"))
        stage.showDetails(of: ada, ["You"])
        let about: [NotificationMode: String] = [
            .all: "Notifications on", .mentions: "Only mentions notify you and count in the badge",
            .muted: "Muted: no notifications, not counted as unread",
        ]
        for (mode, text) in about {
            stage.handle(.details(ChatDetailsViewState(title: "Trip", notifications: mode)))
            #expect(stage.rows()[1] == "  \(text)")
        }
    }

    @Test func `details report no messages as visible and accept only commands`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Trip", rows: messages(1...2)))
        stage.showDetails(of: ada, ["You"])
        _ = stage.rows()
        #expect(stage.takeEffects().isEmpty)
        stage.type("/mute")
        stage.press(Key(.enter))
        stage.handle(.details(ChatDetailsViewState(title: "Trip", canLeave: true)))
        stage.type("/leave")
        stage.press(Key(.enter), .text("y"))
        #expect(stage.takeEffects() == [.details(.setNotifications(.muted)), .details(.leaveChat)])
        stage.type("hello")
        stage.press(Key(.enter))
        #expect(stage.takeEffects().isEmpty && stage.typed == "hello")
        #expect(stage.model.notice?.text.hasPrefix("Only commands work in a chat's details") == true)
    }

    @Test func `commands for messages and files work in the details`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Trip", rows: messages(1...2), hasEarlier: true))
        stage.showDetails(of: ada, ["You"])
        stage.type("/attach /dev/null")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.chat(.sendFile(path: "/dev/null"))])
        #expect(stage.model.notice == nil)
        stage.type("/details")
        stage.press(Key(.enter))
        #expect(stage.takeEffects().isEmpty && stage.model.notice?.text == "These are the details of the chat")
    }

    @Test func `members scroll, and more load at the end`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Trip"))
        stage.showDetails(of: ada, (1...20).map { "Member \($0)" }, hasMore: true)
        stage.press(Key(.down))
        #expect(stage.rows()[3] == "  Member 2")
        stage.press(Key(.end))
        #expect(stage.takeEffects() == [.details(.showMore)])
        #expect(stage.rows()[7] == "  Member 20")
        stage.press(Key(.home))
        #expect(stage.rows()[3] == "  Member 1")
        stage.press(Key(.pageDown))
        #expect(stage.rows()[3] == "  Member 6")
    }

    @Test func `visible members stay in place when the window moves in either direction`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Trip"))
        func members(from first: Int) -> ChatDetailsViewState {
            let rows = (first..<first + 200).map { number in
                ChatDetailsViewState.Row(id: .member(ContactID("\(number)")), name: "Member \(number)")
            }
            return ChatDetailsViewState(title: "Trip", rows: rows, firstNumber: first, hasMore: true)
        }
        stage.showDetails(of: ada, [])
        stage.handle(.details(members(from: 1)))
        stage.press(Key(.end))
        #expect(stage.takeEffects() == [.details(.showMore)] && stage.rows()[7] == "  Member 200")
        stage.handle(.details(members(from: 51)))
        #expect(stage.rows()[7] == "  Member 200")
        stage.press(Key(.home))
        #expect(stage.rows()[2...3] == ["  … PageUp shows more", "  Member 51"])
        #expect(stage.takeEffects() == [])
        stage.press(Key(.pageUp))
        #expect(stage.takeEffects() == [.details(.showPrevious)])
        stage.handle(.details(members(from: 1)))
        #expect(stage.rows()[3] == "  Member 51")
        stage.press(Key(.up))
        #expect(stage.rows()[3] == "  Member 50" && stage.takeEffects().isEmpty)
    }

    @Test func `visible files stay in place, and the heading has the first number`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Trip"))
        func files(from first: Int) -> ChatDetailsViewState {
            let files = (first..<first + 200).map { number in
                ChatDetailsViewState.File(id: MessageID("\(number)"), name: "\(number).pdf", detail: "9 bytes")
            }
            let rows = [ChatDetailsViewState.Row(id: .me, name: "You")]
            return ChatDetailsViewState(title: "Trip", rows: rows, files: files, firstFileNumber: first)
        }
        stage.showDetails(of: ada, [])
        stage.handle(.details(files(from: 1)))
        stage.press(Key(.end))
        stage.handle(.details(files(from: 51)))
        #expect(stage.rows()[7] == "  200.pdf  9 bytes")
        stage.press(Key(.home))
        #expect(stage.rows()[3...6] == ["  You", "", "  Files, from number 51 on", "  51.pdf  9 bytes"])
        stage.press(Key(.up))
        #expect(stage.takeEffects() == [.details(.showPrevious)])
        stage.handle(.details(files(from: 1)))
        #expect(stage.rows()[5] == "  Files")
    }

    @Test func `members have their role and their ID, which no name can imitate`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Trip"))
        stage.showDetails(of: ada, [])
        let members = [("@eve:test", "Ada", "moderator"), ("@bob:test", "Bob (@bob:test)", nil)]
        let rows = members.map { id, name, role in
            ChatDetailsViewState.Row(id: .member(ContactID(id)), name: name, role: role)
        }
        stage.handle(.details(ChatDetailsViewState(title: "Trip", rows: rows)))
        let shown = stage.rows()
        #expect(shown[3] == "  Ada  @eve:test  moderator")
        #expect(shown[4].ranges(of: "@bob:test").count == 1)
    }

    @Test func `the heading has what tells the chat from others, and says that the user is leaving or has left`() {
        var stage = ModelStage(rows: 10, columns: 70)
        stage.openChat(ChatViewState(title: "Trip"))
        stage.showDetails(of: ada, ["You"])
        var state = ChatDetailsViewState(title: "Trip", subtitle: "3 people", topic: "Walks", distinction: "!r:test")
        func heading() -> String {
            stage.handle(.details(state))
            return stage.rows()[0]
        }
        #expect(heading() == "Trip (!r:test), 3 people, Walks")
        state.isLeaving = true
        #expect(heading() == "Trip (!r:test), Leaving…, Walks")
        (state.isLeaving, state.subtitle, state.stateText) = (false, nil, "You have left")
        #expect(heading() == "Trip (!r:test), You have left, Walks")
    }

    @Test func `a line below the last one says that there are more`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Trip"))
        for hasMore in [true, false] {
            stage.showDetails(of: ada, ["You"], hasMore: hasMore)
            #expect(stage.rows()[4] == (hasMore ? "  … PageDown shows more" : ""))
        }
    }

    @Test func `shared files follow the members and can be scrolled to`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Trip"))
        let files = (1...9).map { number in
            ChatDetailsViewState.File(id: MessageID("\(number)"), name: "\(number).pdf", detail: "9 bytes")
        }
        stage.showDetails(of: ada, ["You"], files: files)
        #expect(stage.rows()[3...6] == ["  You", "", "  Files", "  1.pdf  9 bytes"])
        stage.press(Key(.end))
        #expect(stage.rows()[7] == "  9.pdf  9 bytes")
    }

    @Test(arguments: [
        ("/leave", ModelEffect.details(.leaveChat)),
        ("/role Eve, administrator", .details(.change(.setRole("Eve", .administrator)))),
    ])
    func `what the user cannot undo asks first in the details, too`(command: String, effect: ModelEffect) {
        var stage = ModelStage()
        stage.openChat(ChatViewState(title: "Trip"))
        stage.showDetails(of: ada, ["You", "Eve"])
        stage.handle(.details(ChatDetailsViewState(title: "Trip", subtitle: "2 people", canLeave: true)))
        _ = stage.takeEffects()
        for (key, effects) in [("n" as Unicode.Scalar, []), ("y", [effect])] {
            stage.type(command)
            stage.press(Key(.enter))
            #expect(stage.takeEffects().isEmpty)
            stage.press(.text(key))
            #expect(stage.takeEffects() == effects)
        }
    }

    @Test func `text typed in the details belongs to that chat`() {
        var stage = ModelStage()
        stage.openChat(ChatViewState(title: "Trip"))
        stage.showDetails(of: ada, ["You"])
        stage.type("/leave")
        stage.openChat(ChatViewState(title: "Bob"), bob)
        stage.showDetails(of: bob, ["You"])
        #expect(stage.typed.isEmpty)
        stage.showDetails(of: ada, ["You"])
        #expect(stage.typed == "/leave")
    }

    @Test func `the last members stay visible when members leave or the terminal grows`() {
        var stage = ModelStage(rows: 10, columns: 60)
        stage.openChat(ChatViewState(title: "Trip"))
        stage.showDetails(of: ada, (1...20).map { "Member \($0)" })
        stage.press(Key(.end))
        #expect(stage.rows()[7] == "  Member 20")
        let rows = (1...6).map { ChatDetailsViewState.Row(id: .member(ContactID("\($0)")), name: "Member \($0)") }
        stage.handle(.details(ChatDetailsViewState(title: "Trip", rows: rows)))
        #expect(stage.rows()[3...7] == ["  Member 2", "  Member 3", "  Member 4", "  Member 5", "  Member 6"])
        stage.model.size.rows = 12
        #expect(stage.rows()[3] == "  Member 1")
    }

    @Test func `/group in the details leaves the details and the chat first`() {
        var stage = ModelStage()
        stage.openChat(ChatViewState(title: "Trip"))
        stage.showDetails(of: ada, ["You"])
        stage.type("/group Ada, Ben")
        stage.press(Key(.enter))
        #expect(stage.takeEffects() == [.details(.leave)])
        stage.handle(.stack([.chatList, .chat(ada)]))
        #expect(stage.takeEffects() == [.chat(.leave)])
        stage.handle(.stack([.chatList]))
        #expect(stage.takeEffects() == [.list(.createChat)])
        stage.handle(.begins(.createChat), .stack([.chatList, .createChat]))
        #expect(
            stage.takeEffects() == [
                .form(.type("Ada")), .form(.add), .form(.type("Ben")), .form(.create),
            ]
        )
    }
}

extension ModelStage {
    fileprivate mutating func showDetails(
        of chat: ChatID,
        _ names: [String],
        files: [ChatDetailsViewState.File] = [],
        hasMore: Bool = false
    ) {
        let rows = names.map { ChatDetailsViewState.Row(id: $0 == "You" ? .me : .member(ContactID($0)), name: $0) }
        handle(.begins(.details(of: chat)), .stack([.chatList, .chat(chat), .details(of: chat)]))
        var state = ChatDetailsViewState(title: "Trip", subtitle: "3 people", rows: rows, hasMore: hasMore)
        state.files = files
        handle(.details(state))
    }
}
