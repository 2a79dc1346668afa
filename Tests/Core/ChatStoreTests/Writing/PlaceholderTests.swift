import ChatTypes
import Testing

@testable import ChatStore

/// Messages that cannot be decrypted yet.
@Suite struct PlaceholderTests {
    private let database: ChatDatabase
    private let placeholder = message(2, text: "waiting", edit: Message.placeholderNumber)

    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply([message(1)])
    }

    private func texts() throws -> [String] { try database.timeline()?.messages.map(\.text) ?? [] }

    @Test func `the content takes the placeholder's place once, with its file and what is searched for`() throws {
        try database.apply([placeholder, message(3)])
        #expect(try texts() == ["text 1", "waiting", "text 3"])
        #expect(try database.timeline()?.messages.map(\.isPlaceholder) == [false, true, false])
        #expect(try database.timeline()?.messages[1].isEdited == false)
        let content = message(2, text: "content", images: 1, attachment: picture)
        #expect(try database.apply([content]).changed == [MessageID("m2")])
        #expect(try database.apply([content, message(2, text: "other"), placeholder]).changed == [])
        #expect(try texts() == ["text 1", "content", "text 3"])
        let stored = try database.timeline()?.messages[1]
        #expect(stored?.attachment == picture && stored?.imageCount == 1 && stored?.isEdited == false)
        #expect(stored?.isPlaceholder == false)
        #expect(try database.search("waiting").hits.isEmpty)
        #expect(try database.search("content").hits.map(\.message) == [MessageID("m2")])
        #expect(try database.unreadCount() == 3)
        #expect(try database.integrityProblems() == [])
    }

    @Test func `an edit that comes before the content waits for it, and the file stays`() throws {
        try database.apply([placeholder])
        let edit = Annotation(author: .contact, message: MessageID("m2"), kind: .edit(text: "better"), number: 7)
        try database.apply([], annotations: [edit])
        #expect(try texts() == ["text 1", "waiting"])
        try database.apply([message(2, text: "content", images: 1, attachment: picture)])
        let stored = try database.timeline()?.messages[1]
        #expect(stored?.text == "better" && stored?.isEdited == true)
        #expect(stored?.attachment == picture && stored?.imageCount == 1)
        #expect(try database.integrityProblems() == [])
    }

    @Test(arguments: [
        [Message.placeholderNumber], [Message.unreadableNumber], [Message.placeholderNumber, Message.unreadableNumber],
    ])
    func `an edit that comes before its placeholder waits for the content, and the file stays`(numbers: [Int64]) throws
    {
        let edit = Annotation(author: .contact, message: MessageID("m2"), kind: .edit(text: "better"), number: 7)
        try database.apply(annotations: [edit])
        for number in numbers {
            try database.apply([message(2, text: "waiting", edit: number)])
            #expect(try texts() == ["text 1", "waiting"])
        }
        try database.apply([message(2, text: "content", images: 1, attachment: picture)])
        let stored = try database.timeline()?.messages[1]
        #expect(stored?.text == "better" && stored?.attachment == picture && stored?.imageCount == 1)
        #expect(try database.number("SELECT count(*) FROM annotation") == 0)
    }

    @Test func `a placeholder says in an export that it waits, and may become a quiet line`() throws {
        func waiting() throws -> [Bool?] {
            var found: [Bool?] = []
            try database.read { reader in
                try reader.export { if case .message(let message) = $0 { found.append(message.waiting) } }
            }
            return found
        }
        try database.apply([placeholder])
        #expect(try waiting() == [nil, true])
        let line = Message(
            id: placeholder.id,
            author: .contact,
            text: "called",
            isQuiet: true,
            event: .called,
            sentAt: placeholder.sentAt,
            position: placeholder.position,
            predecessor: placeholder.predecessor
        )
        try database.apply([line])
        #expect(try database.timeline()?.messages.last?.event == .called)
        #expect(try waiting() == [nil, nil])
    }

    @Test func `the content is announced once, the placeholder never`() throws {
        #expect(try database.apply([placeholder], announcing: true).announced == [])
        let content = message(2, text: "content")
        #expect(try database.apply([content], announcing: true).announced == [content])
        #expect(try database.apply([content], announcing: true).announced == [])
    }

    @Test func `an edit of a placeholder stays when the content comes`() throws {
        let edit = Annotation(author: .contact, message: MessageID("m2"), kind: .edit(text: "edited"), number: 5)
        try database.apply([placeholder])
        try database.apply(annotations: [edit])
        try database.apply([message(2, text: "content")])
        #expect(try texts() == ["text 1", "edited"])
    }

    @Test func `content that was edited comes with its edit`() throws {
        try database.apply([placeholder])
        try database.apply([message(2, text: "edited", edit: 5)])
        #expect(try texts() == ["text 1", "edited"])
        #expect(try database.timeline()?.messages[1].isEdited == true)
    }

    @Test func `an edit of a placeholder stays when the content comes with an older one, and is announced`() throws {
        let edit = Annotation(author: .contact, message: MessageID("m2"), kind: .edit(text: "newest"), number: 7)
        try database.apply([placeholder])
        try database.apply(annotations: [edit])
        let content = message(2, text: "older", edit: 5)
        #expect(try database.apply([content], announcing: true).announced.map(\.text) == ["newest"])
        #expect(try texts() == ["text 1", "newest"])
    }

    @Test func `a deleted placeholder stays deleted`() throws {
        try database.apply([placeholder])
        try database.apply(annotations: [Annotation(author: .contact, message: MessageID("m2"), kind: .deletion)])
        try database.apply([message(2, text: "content")])
        #expect(try texts() == ["text 1", ""])
        #expect(try database.search("content").hits.isEmpty)
    }

    @Test func `another author cannot fill a placeholder`() throws {
        try database.apply([placeholder])
        try database.apply([message(2, from: .me, text: "content")])
        #expect(try texts() == ["text 1", "waiting"])
    }

    @Test func `votes that come before a poll can be read count once it can`() throws {
        func vote(_ answer: String, by author: Author, _ number: Int64) -> Annotation {
            Annotation(author: author, message: placeholder.id, kind: .vote(answers: [answer]), number: number)
        }
        try database.apply(annotations: [vote("a", by: .contact, 1)])
        try database.apply([placeholder])
        try database.apply(annotations: [vote("b", by: .me, 2)])
        try database.apply([message(2, poll: lunch)])
        #expect(try database.timeline()?.messages.last?.poll?.answers.map(\.votes) == [1, 1, 0])
    }
}
