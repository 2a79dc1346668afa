import ChatTypes
import ScreenKit
import Testing

@testable import HostKit

@Suite struct HostEventJSONTests {
    @Test(arguments: [
        (HostEvent.screen(.chatList), #"{"event":"screen","screen":"chatList"}"#),
        (.screen(.createChat), #"{"event":"screen","screen":"createChat"}"#),
        (.screen(.chat, contact: "Ada"), #"{"contact":"Ada","event":"screen","screen":"chat"}"#),
        (.list([]), #"{"event":"list","rows":[]}"#),
        (
            .list([HostEvent.ListRow(contact: "John", preview: "Hi, you're here too?", time: "8:51 am", unread: 1)]),
            #"{"event":"list","rows":[{"contact":"John","preview":"Hi, you're here too?","time":"8:51 am","unread":1}]}"#
        ), (.suggestions(["Ada Lovelace"]), #"{"event":"suggestions","names":["Ada Lovelace"]}"#),
        (
            .form(problem: "Please provide a contact name"),
            #"{"event":"form","message":"Please provide a contact name","valid":false}"#
        ), (.form(problem: nil), #"{"event":"form","valid":true}"#),
        (
            .message(.sample("hello", .sending)),
            #"{"contact":"Ada","event":"message","from":"me","id":"m1","mine":true,"state":"sending","text":"hello","time":"9:00 am"}"#
        ),
        (
            .message(.sample("\u{1B}[2J", .received, images: 2)),
            #"{"contact":"Ada","event":"message","from":"me","id":"m1","images":2,"state":"received","text":"\u001b[2J","time":"9:00 am"}"#
        ), (.notification(contact: "John", text: "Hi"), #"{"contact":"John","event":"notification","text":"Hi"}"#),
        (.gap(contact: "Ada", id: "m1"), #"{"contact":"Ada","event":"gap","id":"m1"}"#),
        (.muted(true, contact: "Ada"), #"{"contact":"Ada","event":"muted","muted":true}"#),
        (
            .mentionsOnly(true, contact: "Ada"),
            #"{"contact":"Ada","event":"mentionsOnly","mentionsOnly":true}"#
        ),
        (.favourite(false, contact: "Ada"), #"{"contact":"Ada","event":"favourite","favourite":false}"#),
        (
            .list([HostEvent.ListRow(contact: "Ada", preview: "Hi", time: "9:00 am", unread: 2, mentions: 1)]),
            #"{"event":"list","rows":[{"contact":"Ada","mentions":1,"preview":"Hi","time":"9:00 am","unread":2}]}"#
        ),
        (.typing(false, contact: "Ada"), #"{"contact":"Ada","event":"typing","typing":false}"#),
        (
            .list([HostEvent.ListRow(contact: "Ada", preview: "Hi", time: "9:00 am", unread: 0, muted: true)]),
            #"{"event":"list","rows":[{"contact":"Ada","muted":true,"preview":"Hi","time":"9:00 am","unread":0}]}"#
        ),
        (
            .list([
                HostEvent.ListRow(
                    contact: "Ada",
                    preview: "Hi",
                    time: "9:00 am",
                    unread: 20,
                    unreadMore: true,
                    failed: true
                )
            ]),
            #"{"event":"list","rows":[{"contact":"Ada","failed":true,"preview":"Hi","time":"9:00 am","unread":20,"unreadMore":true}]}"#
        ),
        (
            .unsent(.sample("hello", .sending)),
            #"{"contact":"Ada","event":"unsent","id":"m1","text":"hello"}"#
        ), (.added(["Ada", "Ben"]), #"{"event":"added","names":["Ada","Ben"]}"#),
        (.group("3 people", contact: "Trip"), #"{"contact":"Trip","event":"group","text":"3 people"}"#),
        (
            .details(HostEvent.DetailsLine(contact: "Ada", members: ["Ada"])),
            #"{"contact":"Ada","event":"details","members":["Ada"]}"#
        ),
        (
            .details(.trip),
            #"{"contact":"Trip","event":"details","members":["Ada"],"more":true,"muted":true,"text":"3 people"}"#
        ),
        (
            .details(HostEvent.DetailsLine(contact: "Ada", members: [], notifications: .mentions)),
            #"{"contact":"Ada","event":"details","members":[],"mentionsOnly":true}"#
        ),
        (
            .pictures(HostEvent.PicturesLine(contact: "Ada", pictures: [])),
            #"{"contact":"Ada","event":"pictures","pictures":[]}"#
        ),
        (
            .pictures(.two),
            #"{"contact":"Ada","event":"pictures","first":9,"more":true,"pictures":[{"detail":"image/png, 9 bytes","id":"m2","name":"b.png"},{"detail":"image/jpeg, 1.2 MB","id":"m1","name":"a.jpg"}]}"#
        ),
        (
            .list([HostEvent.ListRow(contact: "Trip", sender: "Ada", preview: "Hi", time: "9:00 am", unread: 0)]),
            #"{"event":"list","rows":[{"contact":"Trip","preview":"Hi","sender":"Ada","time":"9:00 am","unread":0}]}"#
        ),
        (.badge(unread: 0), #"{"event":"badge","unread":0}"#), (.problem("No"), #"{"event":"problem","text":"No"}"#),
    ])
    func `each event encodes its keys and no others`(event: HostEvent, line: String) throws {
        #expect(try JSONLine.text(of: event) == line)
    }

    @Test(
        arguments: [
            (
                .screen(
                    .chat,
                    contact: "Ada",
                    distinction: "!a:h",
                    isEncrypted: false,
                    part: .thread(MessageID("r"))
                ),
                #"{"contact":"Ada","distinction":"!a:h","encrypted":false,"event":"screen","screen":"chat","thread":"r"}"#
            ),
            (
                .screen(.chat, contact: "Ada", part: .threads),
                #"{"contact":"Ada","event":"screen","screen":"chat","threads":true}"#
            ),
            (.form(problem: nil, isEncrypted: true), #"{"encrypted":true,"event":"form","valid":true}"#),
            (
                .state("Bob did", contact: "Trip", place: HostEvent.StateLine(.removed(by: "Bob", reason: "spam"))),
                #"{"by":"Bob","contact":"Trip","event":"state","reason":"spam","state":"removed","text":"Bob did"}"#
            ),
            (
                .state("In", contact: "Ada", place: .joined),
                #"{"contact":"Ada","event":"state","state":"joined","text":"In"}"#
            ),
            (.topic("Tea", contact: "Trip"), #"{"contact":"Trip","event":"topic","text":"Tea"}"#),
            (.encryption("So", contact: "Ada"), #"{"contact":"Ada","event":"security","text":"So"}"#),
            (.watching, #"{"event":"watching"}"#),
            (
                .pins(
                    .init(
                        contact: "Ada",
                        pins: [AnsweredLine(.init(id: MessageID("1"), author: .me, text: "hi"), contact: "Ada")],
                        first: 4,
                        hasMore: true,
                        limitText: "The end"
                    )
                ),
                #"{"contact":"Ada","event":"pins","first":4,"more":true,"pins":[{"from":"me","id":"1","mine":true,"text":"hi"}],"text":"The end"}"#
            ),
            (
                .file(.init(contact: "Ada", id: "m1", name: "a.png", state: .saved, path: "/x", text: "t")),
                #"{"contact":"Ada","event":"file","id":"m1","name":"a.png","path":"/x","state":"saved","text":"t"}"#
            ),
        ] as [(HostEvent, String)]
    )
    func `an event encodes what its screen, chat or file is like`(event: HostEvent, line: String) throws {
        #expect(try JSONLine.text(of: event) == line)
    }

    @Test func `a message has a key for all that marks it`() throws {
        var line = HostEvent.MessageLine.sample("hi", .received, from: "Ada")
        (line.author, line.at, line.event, line.inThread) = ("@ada:h", "then", .joined, "r")
        (line.isDeleted, line.isEdited, line.isPlaceholder) = (true, true, true)
        (line.isMention, line.isPinned, line.isFound, line.warning) = (true, true, true, .unencrypted)
        #expect(
            try JSONLine.text(of: HostEvent.message(line))
                == #"{"at":"then","author":"@ada:h","contact":"Ada","edited":true,"event":"message","found":true,"#
                + #""from":"Ada","id":"m1","inThread":"r","mention":true,"notice":"joined","pinned":true,"#
                + #""removed":true,"state":"received","text":"hi","time":"9:00 am","waiting":true,"#
                + #""warning":"unencrypted"}"#
        )
    }

    @Test func `a line of JSON names the account where several are shown`() throws {
        let chat = ChatName("Ada", ChatID("!a:test").of(AccountName("@me:work")))
        let json = try JSONLine.text(of: HostEvent.muted(true, contact: chat))
        #expect(json.contains(#""account":"@me:work""#) && json.contains(#""contact":"Ada""#))
        let named = try JSONLine.text(of: HostEvent.badge(unread: 1), account: AccountName("@me:home"))
        #expect(named == #"{"account":"@me:home","event":"badge","unread":1}"#)
    }
}
