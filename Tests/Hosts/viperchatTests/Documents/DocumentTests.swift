import Chat
import ChatTypes
import Foundation
import HostTesting
import ScreenKit
import Testing
import ThreadTesting
import Verification

@testable import HostKit
@testable import viperchat

/// Checks that the documents match the program.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct DocumentTests {
    private let commandLine: DocumentPage
    private let contract: [String]
    private let events: DocumentPage

    init() throws {
        commandLine = try DocumentPage("CommandLine", of: "LineHost")
        events = try DocumentPage("JSON", of: "HostKit")
        contract = events.blocks(of: "json").flatMap { $0 }
    }

    @Test func `every transcript matches the program's output`() throws {
        let transcripts = try DocumentPage.all().flatMap(\.transcripts)
        #expect(transcripts.count >= 5)
        #expect(try !DocumentPage("README.md").transcripts.isEmpty)
        for transcript in transcripts {
            #expect(transcript.command.contains("swift run viperchat"))
            let (lines, code) = try printed(by: transcript.arguments, reading: transcript.input)
            #expect(code == 0)
            #expect(lines == transcript.output, "\(transcript.command)")
        }
    }

    @Test func `the script on the page of the command line runs to its end`() throws {
        let script = try #require(commandLine.blocks(of: "sh").first).joined(separator: "\n")
        let folder = DataFolder()
        try Data("x".utf8).write(to: folder.url.appending(path: "report.txt"))
        let prelude = """
            set -e
            cd '\(folder.url.path)'
            viperchat() { '\(try ChildProcess.executable().path)' "$@" --data-dir '\(folder.url.path)'; }

            """
        let shell = try ChildProcess(arguments: ["-c", prelude + script], input: "", launcher: ["/bin/bash"])
        let (code, lines) = shell.finish()
        #expect(code == 0, "\(lines)")
        #expect(lines.contains(#"{"event":"watching"}"#))
        #expect(Set(["Ada", "Ada, Ben", "John"]).isSubset(of: lines), "names of chats")
    }

    @Test func `the JSON contract's lines match the encoded events`() throws {
        let (adaChat, tripChat) = (ChatName("Ada", ChatID("chat-1")), ChatName("Trip", ChatID("chat-2")))
        let ada = HostEvent.MessageLine(
            contact: adaChat,
            id: "b8b4c297",
            from: "me",
            text: "hello",
            state: .sending,
            time: "9:00 am",
            at: "2022-03-11T09:00:00.000Z"
        )
        var picture = ada
        (picture.from, picture.author, picture.id, picture.state) = ("Ada", "ada", "24ab2f85", .received)
        (picture.text, picture.images) = ("", 1)
        picture.file = HostEvent.AttachmentLine(name: "photo.png", type: "image/png", bytes: 1024)
        var (received, ownPicture) = (ada, picture)
        (received.from, received.author, received.id, received.state) = ("Ada", "ada", "0c9cc067", .received)
        (ownPicture.from, ownPicture.author, ownPicture.id, ownPicture.state) = ("me", nil, ada.id, .sent)
        var report = ada
        (report.state, report.text) = (.sent, "Here it is")
        report.file = HostEvent.AttachmentLine(name: "report.pdf", type: "application/pdf", bytes: 1_200_000)
        var gone = ada
        (gone.state, gone.text, gone.isDeleted) = (.sent, "Message deleted", true)
        var edited = ada
        (edited.state, edited.text, edited.isEdited) = (.sent, "hello!", true)
        let john = HostEvent.ListRow(
            contact: "John",
            chat: "chat-3",
            preview: "Hi, you're here too?",
            time: "8:51 am",
            at: "2022-03-11T08:51:40.000Z",
            unread: 1
        )
        var liked = received
        liked.reactions = [MessageReaction(text: "👍", count: 2, isMine: true, names: ["Ada"])]
        var asked = ada
        (asked.id, asked.state, asked.text) = ("0c9cc067", .sent, "Poll: Lunch?")
        let answers = [ChatPoll.Answer(text: "Pizza", votes: 1, isMine: true), .init(text: "Soup", votes: 0)]
        asked.poll = ChatPoll(question: "Lunch?", answers: answers, voters: 1)
        var reply = ada
        (reply.state, reply.text) = (.sent, "yes")
        let answered = MessageExcerpt(
            id: MessageID("0c9cc067"),
            author: .contact,
            text: "hello",
            senderWarning: .unsignedDevice
        )
        reply.answered = AnsweredLine(answered, contact: "Ada", contactID: ContactID("ada"))
        var formatted = received
        let text = TypedText.read("**so** [it](https://example.org)")
        (formatted.text, formatted.spans) = (text.text, text.spans)
        var joined = ada
        (joined.state, joined.text, joined.event) = (.sent, "You changed the topic to “On Sunday”", .changed)
        var mention = received
        (mention.contact, mention.text, mention.isMention) = (tripChat, "Me, when?", true)
        var mentioning = HostEvent.ListRow(contact: "Trip", preview: "Me, when?", time: "8:51 am", unread: 2)
        (mentioning.chat, mentioning.sender, mentioning.authorID, mentioning.mentions) = ("chat-2", "Ada", "ada", 1)
        var invited = john
        (invited.contact, invited.unread) = ("Garden", 0)
        (invited.chat, invited.preview) = ("!garden:example.org", "Ada (@ada:example.org) invites you to a group")
        (invited.distinction, invited.draft) = ("!garden:example.org", true)
        invited.state = HostEvent.StateLine(.invited(by: "Ada (@ada:example.org)", toGroup: true))
        let home = AccountName("@me:home")
        let signed = HostEvent.ListRow(
            contact: "Ada",
            chat: "chat-1",
            account: home,
            distinction: home.rawValue,
            preview: "hello",
            time: "8:51 am",
            unread: 0
        )
        var doubtful = received
        doubtful.warning = .unsignedDevice
        var pinned = received
        pinned.isPinned = true
        let missing = MessageExcerpt(id: MessageID("24ab2f85"), text: "a message that is not here")
        let excerpts = [MessageExcerpt(id: MessageID("0c9cc067"), author: .contact, text: "hello"), missing]
        var waiting = received
        (waiting.text, waiting.isPlaceholder) = ("Encrypted message: waiting for its key", true)
        var secret = HostEvent.DetailsLine(
            contact: adaChat,
            members: ["Ada"],
            people: [.init(name: "Ada", id: "ada")],
            isEncrypted: true
        )
        secret.devices = [
            HostEvent.DetailsLine.Device(owner: "Ada", ownerID: "ada", id: "QWER", trust: .unsigned, key: "ijkl mnop"),
            HostEvent.DetailsLine.Device(
                owner: "You",
                mine: true,
                id: "KJHG",
                name: "Phone",
                trust: .verified,
                key: "abcd efgh"
            ),
        ]
        secret.hasMoreDevices = true
        let stage = DeviceVerification.Stage.comparing(emoji: [.init(symbol: "🐶", name: "Dog")], numbers: [1, 2, 3])
        let compared = VerificationViewState(
            person: "Ada",
            owner: ContactID("@ada:example.org"),
            stage: stage,
            text: "The device of Ada must show the same"
        )
        let verification = try #require(HostEvent.VerificationLine(compared))
        var trip = HostEvent.DetailsLine(contact: tripChat, members: ["Ada", "Ben"], text: "3 people")
        trip.people = [.init(name: "Ada", id: "ada"), .init(name: "Ben", id: "ben")]
        trip.rights = "You may invite people"
        trip.roles = [HostEvent.DetailsLine.Role(name: "You", role: "administrator", mine: true)]
        let events: [HostEvent] = [
            .screen(.chatList), .screen(.createChat), .screen(.chat, contact: adaChat),
            .screen(.chat, contact: adaChat, isEncrypted: true),
            .screen(.chat, contact: tripChat, isEncrypted: false),
            .screen(.chatDetails, contact: tripChat), .screen(.sharedPictures, contact: adaChat),
            .screen(.pinnedMessages, contact: adaChat),
            .screen(.verification, contact: "Ada"), .list([john]),
            .list([invited]), .list([mentioning]), .list([signed]),
            .suggestions(["Ada Lovelace"]),
            .added(["Ada", "Ben"]), .form(problem: "Please provide a contact name"), .form(problem: nil),
            .form(problem: nil, isEncrypted: true),
            .message(ada), .message(received), .message(ownPicture), .message(picture), .message(report),
            .message(gone), .message(edited), .message(liked), .message(asked), .message(reply), .message(formatted),
            .message(joined), .message(mention), .message(pinned), .message(doubtful),
            .message(waiting),
            .gap(contact: adaChat, id: "24ab2f85"),
            .unsent(ada),
            .file(photo(.moving)),
            .file(photo(.saved, at: "/home/me/photo.png")),
            .notification(contact: ChatName("John", ChatID("chat-3")), text: "Hi", id: "24ab2f85"),
            .notification(
                contact: ChatName("John", ChatID("chat-3")),
                text: "Hi",
                warning: .unencrypted,
                id: "24ab2f85"
            ),
            .notification(contact: ChatName("Ada", ChatID("chat-1").of(home)), text: "hello"),
            .group("3 people", contact: tripChat),
            .state("You have left", contact: ChatName("Eve", ChatID("!eve:example.org"))),
            .state(invited.preview, contact: ChatName("Garden", ChatID("!garden:example.org")), place: invited.state),
            .topic("On Sunday", contact: tripChat),
            .details(trip),
            .details(
                HostEvent.DetailsLine(
                    contact: adaChat,
                    members: ["Ada"],
                    people: [.init(name: "Ada", id: "ada")],
                    files: [HostEvent.DetailsLine.File(id: "24ab2f85", name: "photo.png")]
                )
            ),
            .details(secret),
            .encryption("The identity of Ada has changed", contact: adaChat), .verification(verification),
            .pictures(
                HostEvent.PicturesLine(
                    contact: adaChat,
                    pictures: [
                        HostEvent.PicturesLine.Picture(id: "24ab2f85", name: "photo.png", detail: "image/png, 1 kB")
                    ]
                )
            ),
            .pins(
                HostEvent.PinsLine(
                    contact: adaChat,
                    pins: excerpts.map { AnsweredLine($0, contact: "Ada", contactID: ContactID("ada")) }
                )
            ),
            .muted(true, contact: adaChat), .mentionsOnly(true, contact: tripChat), .favourite(true, contact: tripChat),
            .typing(true, contact: adaChat), .badge(unread: 3),
            .problem("There is no chat with Zed"), .watching,
        ]
        #expect(try events.map { try JSONLine.text(of: $0) } == contract)
        #expect(Set(events.map(\.kind)) == Set(HostEvent.Kind.allCases), "the contract has every event")
        let screens = events.compactMap { if case .screen(let name, _, _, _, _) = $0 { name } else { nil } }
        #expect(Set(screens) == Set(ScreenName.allCases), "the contract has every screen")
    }

    @Test func `sessions in a storm print exactly the keys of the JSON contract`() throws {
        // Only `show` prints gaps, and only `watch` that it has begun. Only several accounts name theirs. Only a homeserver puts the user out
        // of a chat between two, or encrypts.
        let elsewhere = ["gap", "watching", "state", "security", "verification", "favourite"]
        let known = Set(
            try contract.map(Keys.init(of:)).filter {
                !elsewhere.contains($0.event) && !$0.isOfEncryption && !$0.names.contains("account")
            }
        )
        var seen: Set<Keys> = []
        let typed = (1...9).map { "text \($0)\n/wait 25s\n" }.joined()
        let folder = DataFolder()
        let files = ["notes.txt", "photo.png"].map { folder.url.appending(path: $0).path }
        for file in files { try Data("x".utf8).write(to: URL(filePath: file)) }
        let attached = "/attach \(files[0])\n/attach \(files[1])\n/wait 5m\n/save 1 \(folder.url.path)\n"
        let quiet = "/mute\n/unmute\n/notify mentions\n/notify all\n/unsend 3\n/edit better\n"
        let group = "/group Zoe, Ben\nhi\n/unsend\nhi\n/wait 30s\n/details\n/back\n/topic On Sunday\n/wait 30s\n/back\n"
        let there =
            "\(typed)and?\n\(quiet)\(attached)/details\n/back\n/pictures\n/back\n/pin\n/wait 30s\n/pins\n/back\n"
            + "/poll Lunch? | Pizza | Soup\n/wait 5m\n/back\n"
        let chat = "/new\nAd\n/create\n\(there)/wait 90s\n/open Zed\n/open Ad\n/earlier\n"
        for seed in 1...5 {
            let (lines, code) = try printed(
                by: ["--virtual-time", "--seed", "\(seed)", "--network", "storm", "--json"],
                reading: "/open John\n/react :+1:\n/reply yes\n/back\n" + group + chat + "/quit\n"
            )
            #expect(code == 0)
            // Any message may be pinned.
            seen.formUnion(try lines.map(Keys.init(of:)).map { known.contains($0) ? $0 : $0.unpinned })
        }
        #expect(seen.subtracting(known).isEmpty)
        #expect(known.subtracting(seen).isEmpty, "every kind of line came by")
    }

    @Test func `every exit code, command and event has a row in a table`() {
        let cells = commandLine.firstCells
        for code in ExitCode.allCases { #expect(cells.contains("\(code.rawValue)"), "\(code)") }
        for command in CommandRow.all.dropFirst() { #expect(cells.contains(command.usage), "\(command.usage)") }
        for event in HostEvent.Kind.allCases { #expect(events.firstCells.contains(event.rawValue), "\(event)") }
    }

    @Test func `the row of a message names every mark of a doubtful one`() throws {
        let row = try #require(events.lines.first { $0.hasPrefix("| `message` |") })
        for warning in SenderWarning.allCases { #expect(row.contains("`\(warning.rawValue)`"), "\(warning)") }
    }

    private func photo(_ state: HostEvent.FileLine.State, at path: String? = nil) -> HostEvent.FileLine {
        let text =
            switch state {
            case .saved: FileAction.save(to: nil).text(of: "photo.png", at: path ?? "")
            default: "photo.png is downloading"
            }
        return HostEvent.FileLine(
            contact: ChatName("Ada", ChatID("chat-1")),
            id: "24ab2f85",
            name: "photo.png",
            state: state,
            path: path,
            text: text
        )
    }

    private func printed(by arguments: [String], reading input: String) throws -> (lines: [String], code: Int32) {
        let child = try ChildProcess(arguments: arguments, input: input)
        var lines: [String] = []
        while let line = child.nextLine() { lines.append(line) }
        return (lines, child.waitUntilExit())
    }
}

/// The event and keys of a line.
private struct Keys: Hashable {
    let event: String
    let names: Set<String>

    /// Whether only encryption prints the line: it says so, or names a person without a chat.
    var isOfEncryption: Bool {
        !names.isDisjoint(with: ["encrypted", "warning", "waiting"])
            || names.contains("contact") && !names.contains("chat")
    }

    /// The keys of the same line for a message that is not pinned.
    var unpinned: Keys { Keys(event: event, names: names.subtracting(["pinned"])) }

    private init(event: String, names: Set<String>) {
        (self.event, self.names) = (event, names)
    }

    init(of line: String) throws {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        event = try #require(object["event"] as? String)
        names = Set(object.keys)
    }
}
