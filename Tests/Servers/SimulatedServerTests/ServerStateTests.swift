import ChatTypes
import Foundation
import Testing
import Transport

@testable import SimulatedServer

/// The entries that may follow in a journal, and the state after them.
@Suite struct ServerStateTests {
    @Test(arguments: impossible)
    func `an entry that cannot follow is refused, and the fault says why`(entry: JournalEntry, reason: String) throws {
        let state = try begun()
        let fault = #expect(throws: ServerState.Fault.self) { try state.check(entry) }
        #expect(fault?.description.contains(reason) == true, "\(fault?.description ?? "")")
    }

    @Test(arguments: possible) func `an entry at a limit can follow`(entry: JournalEntry) throws {
        try begun().check(entry)
    }

    @Test(arguments: ["", "a.b"]) func `a server has a name that a cursor can carry`(name: String) {
        #expect(throws: ServerState.Fault.self) { try ServerState().check(.founded(server: name, at: now)) }
    }

    @Test func `no chat comes before the server`() {
        let zoe = Contact(id: ContactID("zoe"), name: "Zoe")
        #expect(throws: ServerState.Fault.self) {
            try ServerState().check(.opened(chat: zoeChat, contact: zoe, at: now))
        }
    }

    @Test(
        arguments: [
            said("x", 900), annotated("x", "j1", .reaction(text: "x", isSet: true), 900),
            membership(.member(ada), 900), .topic(chat: group, topic: "x", number: 900, at: now),
            .pinned(chat: john, messages: [], number: 900, at: now), newGroup(ChatID("group:h"), ["ada"], number: 900),
        ] as [JournalEntry]
    )
    func `the highest number of all kinds is known, and no later entry lowers it`(entry: JournalEntry) throws {
        var state = try begun()
        for next in [entry, said("y", 31, in: zoeChat)] {
            state.apply(next)
            #expect(state.highestPosition == 900)
        }
    }

    @Test(
        arguments: [
            (said("x", 40), 0), (.read(chat: john, reader: .me, message: MessageID("j1"), at: now), 0),
            (annotated("x", "j1", .reaction(text: "x", isSet: true), 6), 0),
            (.renamed(chat: john, name: "J", at: now), 0),
            (.pinned(chat: john, messages: [], number: 6, at: now), 0), (membership(.member(ada), 6), 1),
            (.topic(chat: group, topic: "x", number: 6, at: now), 1),
        ] as [(JournalEntry, Int)]
    )
    func `each change of a chat is news of that chat`(entry: JournalEntry, chat: Int) throws {
        var state = try begun()
        let before = state.sequence
        state.apply(entry)
        #expect(state.changes.items(changedAfter: before, limit: 9).items == [chat])
    }

    @Test func `the chat between two in which the user wrote last owes a goodbye, until it is said there`() throws {
        var state = try begun()
        let steps: [(JournalEntry, ChatID?)] = [
            (said("a", 40, in: group), john), (said("b", 40, in: zoeChat, event: .changed), john),
            (said("c", 41, by: .contact, in: zoeChat, remark: .goodbye), john),
            (said("d", 42, by: .contact, remark: .comment), john), (said("e", 43, in: zoeChat), zoeChat),
            (said("f", 44, by: .contact, in: zoeChat, remark: .goodbye), nil),
        ]
        for (entry, owing) in steps {
            try state.check(entry)
            state.apply(entry)
            #expect(state.chatOwingGoodbye == owing, "\(entry)")
        }
    }

    @Test func `a clock that was set back does not take back the time of the last change`() throws {
        var state = try begun()
        state.apply(.renamed(chat: john, name: "J", at: now.addingTimeInterval(-100)))
        #expect(state.lastChange == now)
        state.apply(.renamed(chat: john, name: "K", at: now.addingTimeInterval(1)))
        #expect(state.lastChange == now.addingTimeInterval(1))
    }
}

private let john = ChatID("chat-john")
private let zoeChat = ChatID("chat-zoe")
private let group = ChatID("group:g")
private let ada = ContactID("ada")
private let now = Date(timeIntervalSince1970: 1_647_000_000)

/// A server with two chats between two, and a group of the user and Ada.
private func begun() throws -> ServerState {
    let lunch = Poll(question: "Lunch?", answers: [.init(id: "a", text: "Pizza"), .init(id: "b", text: "Soup")])
    let entries: [JournalEntry] = [
        .founded(server: "s", at: now),
        .opened(chat: john, contact: Contact(id: ContactID("john"), name: "John"), at: now),
        newGroup(group, ["ada"], number: 5),
        .opened(chat: zoeChat, contact: Contact(id: ContactID("zoe"), name: "Zoe"), at: now),
        said("j1", 10, by: .contact),
        said("j2", 20, poll: lunch),
        said("gone", 25),
        said("inside", 30, thread: "j1"),
        said("g1", 10, by: .member(ada), in: group),
        annotated("gone", "gone", .deletion, 0),
        annotated("r1", "j1", .reaction(text: "👍", isSet: true), 5),
        annotated("v1", "j2", .vote(answers: ["a"]), 5),
        annotated("e1", "inside", .edit(text: "better"), 5),
        .uploaded(file: upload("u1", "f1")),
        .topic(chat: group, topic: "T", number: 5, at: now),
        .pinned(chat: john, messages: [], number: 5, at: now),
    ]
    var state = ServerState()
    for entry in entries {
        try state.check(entry)
        state.apply(entry)
    }
    return state
}

private func newGroup(_ id: ChatID, _ members: [String], number: Int64 = 1) -> JournalEntry {
    let contact = Contact(id: ContactID(id.rawValue), name: "G")
    let members = members.map { Contact(id: ContactID($0), name: $0) }
    return .begun(group: JournaledGroup(chat: id, contact: contact, members: members, number: number, at: now))
}

private func said(
    _ id: String,
    _ position: Int64,
    by author: Author = .me,
    in chat: ChatID = john,
    thread: String? = nil,
    event: ChatEvent? = nil,
    poll: Poll? = nil,
    remark: LineKind? = nil
) -> JournalEntry {
    .said(
        message: JournaledMessage(
            chat: chat,
            id: MessageID(id),
            author: author,
            text: "Hi",
            spans: [],
            imageCount: 0,
            attachment: nil,
            repliesTo: nil,
            thread: thread.map { MessageID($0) },
            event: event,
            poll: poll,
            position: Position(position),
            remark: remark,
            at: now
        )
    )
}

private func annotated(
    _ id: String,
    _ message: String,
    _ kind: Annotation.Kind,
    _ number: Int64,
    by author: Author = .me
) -> JournalEntry {
    let annotation = Annotation(author: author, message: MessageID(message), kind: kind, number: number)
    return .annotated(chat: john, id: MessageID(id), annotation: annotation, at: now)
}

private func membership(_ member: Author, _ number: Int64, in chat: ChatID = group) -> JournalEntry {
    .membership(chat: chat, of: Membership(member: member, name: "M", number: number), at: now)
}

private func upload(_ id: String, _ file: String, byteCount: Int64 = 1) -> JournaledUpload {
    JournaledUpload(id: MessageID(id), file: FileID(file), byteCount: byteCount, at: now)
}

private func read(_ message: String, in thread: String? = nil, by reader: Author = .me) -> JournalEntry {
    let thread = thread.map { MessageID($0) }
    return .read(chat: john, reader: reader, message: MessageID(message), thread: thread, at: now)
}

private func pinned(_ count: Int, number: Int64 = 6) -> JournalEntry {
    .pinned(chat: john, messages: (0..<count).map { MessageID("m\($0)") }, number: number, at: now)
}

private let impossible: [(JournalEntry, String)] = [
    (.founded(server: "t", at: now), "a server begins only once"),
    (.opened(chat: john, contact: Contact(id: ContactID("x"), name: "X"), at: now), "is there already"),
    (
        .opened(chat: ChatID("chat-x"), contact: Contact(id: ContactID("x"), name: "JOHN"), at: now),
        "there is a chat with that contact already"
    ),
    (newGroup(group, ["ada"]), "is there already"),
    (newGroup(ChatID("group:h"), ["ada"], number: 0), "cannot follow 0"),
    (newGroup(ChatID("group:h"), []), "cannot have these members"),
    (newGroup(ChatID("group:h"), ["ada", "ada"]), "cannot have these members"),
    (newGroup(ChatID("group:h"), ["ada", ""]), "cannot have these members"),
    (membership(.member(ada), 5), "cannot follow 5"),
    (membership(.member(ada), 6, in: john), "cannot have this member"),
    (membership(.contact, 6), "cannot have this member"),
    (membership(.member(ContactID("")), 6), "cannot have this member"),
    (.forgotten(chat: group, at: now), "only a group that was left can be forgotten"),
    (.forgotten(chat: ChatID("none"), at: now), "there is no chat none"),
    (.topic(chat: john, topic: "x", number: 6, at: now), "only a group has a topic"),
    (.topic(chat: group, topic: "x", number: 5, at: now), "cannot follow 5"), (pinned(1, number: 5), "cannot follow 5"),
    (pinned(Limits.pins + 1), "so many pins"), (.renamed(chat: ChatID("none"), name: "x", at: now), "there is no chat"),
    (said("j1", 40), "is there already"), (said("x", 40, thread: "inside"), "a thread cannot begin in another"),
    (said("x", 40, thread: "g1"), "holds no message g1"), (said("x", 30), "the position 30 cannot follow 30"),
    (said("x", PositionEra.positionLimit + 1), "cannot follow"),
    (said("x", 40, by: .member(ada)), "does not have this author"),
    (said("x", 40, by: .contact, in: group), "does not have this author"),
    (annotated("x", "g1", .edit(text: "x"), 6), "holds no message g1"),
    (annotated("x", "gone", .edit(text: "x"), 6), "holds no message gone"),
    (annotated("x", "j1", .reaction(text: "x", isSet: true), 6, by: .member(ada)), "does not have this author"),
    (annotated("r1", "j1", .reaction(text: "x", isSet: true), 6), "the edit r1 is there already"),
    (annotated("x", "inside", .edit(text: "x"), 5), "the edit 5 cannot follow 5"),
    (annotated("x", "j2", .deletion, 1), "a deletion has no number"),
    (annotated("x", "j1", .reaction(text: "", isSet: true), 6), "a reaction cannot have this text"),
    (annotated("x", "j1", .reaction(text: "👍", isSet: false), 5), "the reaction 5 cannot follow 5"),
    (annotated("x", "j1", .vote(answers: ["a"]), 6), "only a poll has votes"),
    (annotated("x", "j2", .vote(answers: ["b"]), 5), "the vote 5 cannot follow 5"),
    (annotated("x", "j1", .pollEnd, 0), "only a poll ends"), (.uploaded(file: upload("u1", "f2")), "is there already"),
    (.uploaded(file: upload("u2", "f1")), "is there already"),
    (.uploaded(file: upload("u2", "f2", byteCount: -1)), "is there already"),
    (read("j1", by: .member(ada)), "does not have this author"), (read("g1"), "holds no message g1"),
    (read("j1", in: "none"), "holds no message none"),
]

private let possible: [JournalEntry] = [
    .opened(chat: ChatID("chat-x"), contact: Contact(id: ContactID("x"), name: "X"), at: now),
    newGroup(ChatID("group:h"), ["ada", "ben"]), membership(.me, 6), membership(.member(ContactID("new")), 1),
    .topic(chat: group, topic: "", number: 6, at: now), pinned(Limits.pins), said("x", 31, thread: "j1"),
    said("x", PositionEra.positionLimit), said("x", 11, by: .member(ada), in: group),
    annotated("x", "inside", .edit(text: "x"), 6), annotated("x", "j2", .deletion, 0),
    annotated("x", "j1", .reaction(text: "👍", isSet: false), 6),
    annotated("x", "j1", .reaction(text: "👍", isSet: true), 1, by: .contact),
    annotated("x", "j2", .vote(answers: []), 6),
    annotated("x", "j2", .pollEnd, 0), .uploaded(file: upload("u2", "f2", byteCount: 0)), read("inside", in: "j1"),
]
