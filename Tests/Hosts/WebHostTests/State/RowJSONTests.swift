import Chat
import ChatDetails
import ChatList
import ChatTypes
import Foundation
import HostTesting
import JSONKit
import ScreenKit
import Testing
import Verification

@testable import WebHost

/// A row, a device and a verification as a page gets them.
@Suite struct RowJSONTests {
    private let files = ServedFiles()

    private func json(_ text: JSONText) -> String { String(decoding: text.bytes, as: UTF8.self) }

    private func row(_ change: (inout ChatViewState.Row) -> Void) -> String {
        var row = ChatViewState.Row(id: MessageID("1"), author: .contact, date: Date(timeIntervalSince1970: 5))
        change(&row)
        return json(row.pageRow(files))
    }

    @Test func `a message says all that marks it`() {
        let all = row { row in
            (row.author, row.text, row.time, row.event) = (.me, "hi", "9:00 am", .joined)
            (row.isDeleted, row.isEdited, row.isPlaceholder) = (true, true, true)
            (row.followsGap, row.mentionsMe, row.isPinned) = (true, true, true)
            (row.editFailure, row.attachment, row.delivery) = ("No", "1 Image", .failed(reason: "refused"))
        }
        #expect(
            all
                == #"{"id":"1","mine":true,"text":"hi","deleted":true,"edited":true,"placeholder":true,"event":true,"#
                + #""editFailure":"No","attachment":"1 Image","time":"9:00 am","at":5,"delivery":"failed","#
                + #""failure":"refused","gap":true,"mentions":true,"pinned":true}"#
        )
        for (delivery, word) in [(Delivery.sending, "sending"), (.sent, "sent"), (.read, "read")] {
            #expect(
                row { $0.delivery = delivery } == #"{"id":"1","author":"contact","at":5,"delivery":"\#(word)"}"#
            )
        }
        let member = row { ($0.author, $0.sender) = (.member(ContactID("@b:h")), "Bob") }
        #expect(member == #"{"id":"1","author":"@b:h","sender":"Bob","at":5}"#)
    }

    @Test func `a message says what it answers, who reacted, and what its thread has`() {
        let all = row { row in
            row.answered = .init(
                id: MessageID("0"),
                author: .member(ContactID("b")),
                sender: "Ben",
                text: "so",
                senderWarning: .unencrypted
            )
            let newest = ChatViewState.Answered(id: MessageID("2"), author: .me, text: "yes")
            row.thread = .init(answerCount: 2, newest: newest, time: "9:05 am", unreadCount: 1)
            row.reactions = [MessageReaction(text: "👍", count: 2, isMine: true, names: ["Ada"])]
        }
        #expect(
            all
                == #"{"id":"1","author":"contact","answered":{"id":"0","sender":"Ben","text":"so","warned":true},"#
                + #""thread":{"text":"2 answers, 1 unread","time":"9:05 am","unread":1,"#
                + #""newest":{"id":"2","mine":true,"text":"yes"}},"reactions":[["👍",2,true,["Ada"]]],"at":5}"#
        )
    }

    @Test func `a date that no calendar has is left out`() {
        #expect(row { $0.date = Date(timeIntervalSince1970: 1e12) } == #"{"id":"1","author":"contact"}"#)
        let last = row { $0.date = Date(timeIntervalSince1970: 1e12 - 1) }
        #expect(last == #"{"id":"1","author":"contact","at":999999999999}"#)
    }

    @Test func `the votes of a poll are hidden while nobody may see them, and the user's own is marked`() {
        let answers = [ChatPoll.Answer(text: "a", votes: nil), .init(text: "b", votes: 2, isMine: true)]
        let poll = ChatPoll(question: "?", answers: answers, voters: 2, maxSelections: 2, isEnded: true)
        #expect(
            row { $0.poll = poll }.contains(
                #""poll":{"answers":[["a",-1,false],["b",2,true]],"#
                    + #""summary":"The poll has ended. 2 people have voted","limit":2,"ended":true}"#
            )
        )
    }

    private func file(_ transfer: FileTransfer?, type: String = "image/gif") -> String {
        let pixels = PixelSize(width: 9, height: 8)
        let file = ChatViewState.File(name: "a", type: type, byteCount: 7, pixels: pixels, transfer: transfer)
        return row { $0.file = file }
    }

    @Test func `a file says how far it has come, and has a number once it is here`() throws {
        let start = #"{"id":"1","author":"contact","file":{"name":"a","bytes":7,"#
        #expect(file(nil) == start + #""image":true,"size":[9,8]},"at":5}"#)
        #expect(file(.waiting, type: "a/b") == start + #""size":[9,8],"state":"waiting"},"at":5}"#)
        let moving = start + #""image":true,"size":[9,8],"state":"moving""#
        #expect(file(.moving(bytes: 1, of: 3)) == moving + #","percent":33},"at":5}"#)
        #expect(file(.moving(bytes: 1, of: -1)) == moving + #"},"at":5}"#)
        let folder = DataFolder()
        let path = folder.url.appending(path: "a").path
        try Data(Array("GIF89a".utf8) + [4, 0, 3, 0]).write(to: URL(filePath: path))
        let here = start + #""image":true,"state":"complete""#
        #expect(file(.complete(path: nil)) == here + #"},"at":5}"#)
        // The size is that of the picture, not what its author states.
        #expect(file(.complete(path: path)) == here + #","number":1,"size":[4,3]},"at":5}"#)
        withExtendedLifetime(folder) {}
    }

    @Test func `a chat of the list says all that marks it`() {
        var row = ChatListViewState.Row(id: ChatSummary.ID(chat: ChatID("a")), title: "Ada")
        #expect(json(row.pageRow(files)) == #"{"chat":"a","title":"Ada"}"#)
        (row.mentionCount, row.marks, row.notifications) = (1, [.unread, .favourite], .muted)
        (row.hasDraft, row.hasFailed, row.state) = (true, true, .left)
        // Not a picture that may be shown.
        row.picture = Picture(mediaType: "image/svg+xml", bytes: Array("<svg>".utf8))
        #expect(
            json(row.pageRow(files))
                == #"{"chat":"a","title":"Ada","mentioned":true,"unread":true,"muted":true,"favourite":true,"#
                + #""draft":true,"failed":true,"over":true}"#
        )
        row = ChatListViewState.Row(id: ChatSummary.ID(chat: ChatID("a")), title: "Ada", unreadCount: 1)
        row.state = .invited(by: "Bob", toGroup: false)
        row.picture = Picture(mediaType: "", bytes: Array("GIF89a".utf8) + [4, 0, 3, 0])
        #expect(
            json(row.pageRow(files))
                == #"{"chat":"a","title":"Ada","unread":true,"invitation":true,"picture":1}"#
        )
    }

    @Test func `details tell the user's devices from those of others, and what is wrong`() {
        func device(_ owner: Author, _ trust: ChatDevice.Trust) -> ChatDetailsViewState.Device {
            ChatDetailsViewState.Device(
                id: .init(owner: owner, device: "D"),
                owner: "You",
                trust: trust,
                trustText: "so",
                fingerprint: "k"
            )
        }
        let state = ChatDetailsViewState(
            title: "Trip",
            isEncrypted: true,
            devices: [device(.member(ContactID("@y:h")), .blocked), device(.me, .verified)],
            hasMoreDevices: true,
            warning: "Changed",
            warningID: "7",
            canLeave: true
        )
        #expect(
            json(state.pageState)
                == #"{"title":"Trip","encrypted":true,"devices":["#
                + #"{"id":"D","person":"@y:h","owner":"You","trust":"blocked","trustText":"so","fingerprint":"k"},"#
                + #"{"id":"D","mine":true,"owner":"You","trust":"verified","trustText":"so","fingerprint":"k"}],"#
                + #""moreDevices":true,"warning":"Changed","warningID":"7","#
                + #""notifications":"\#(NotificationMode.all.rawValue)","canLeave":true}"#
        )
    }

    @Test func `a verification says what is asked, and what to compare only while that is compared`() {
        let emoji = [DeviceVerification.Emoji(symbol: "🐶", name: "Dog")]
        var state = VerificationViewState(
            id: 3,
            person: "Bob",
            owner: ContactID("@b:h"),
            stage: .comparing(emoji: emoji, numbers: [1, 2]),
            text: "t"
        )
        let start = #"{"id":3,"person":"Bob","owner":"@b:h","text":"t""#
        #expect(
            json(state.pageState)
                == start + #","active":true,"question":true,"yes":"match","no":"mismatch","#
                + #""emoji":[["🐶","Dog"]],"numbers":[1,2]}"#
        )
        state.stage = .asked
        #expect(json(state.pageState) == start + #","active":true,"question":true,"yes":"accept","no":"cancel"}"#)
        state.stage = .done
        #expect(json(state.pageState) == start + "}")
    }

    @Test(arguments: [VerificationAnswer.accept, .match, .mismatch, .cancel, .next])
    func `the page sends back the word for an answer`(answer: VerificationAnswer) {
        #expect(VerificationAnswer(pageWord: answer.pageWord) == answer)
    }
}
