import ChatTypes
import Testing

@testable import MatrixTransport

@Suite struct TypedMentionsTests {
    private static let members: [(id: ContactID, name: String)] = [
        (ada, "Ada"), (bob, "Bob"), (cyd, "Bob Dylan"), (ContactID("@dan:test"), "Dan"),
        (ContactID("@dan2:test"), "Dan"), (ContactID("@eve:test"), ""),
    ]

    private func mentioned(_ text: String, _ spans: [TextSpan] = []) -> ([ContactID], Bool) {
        let found = TypedMentions(in: text, spans, of: Self.members)
        return (found.people, found.isOfRoom)
    }

    @Test(arguments: [
        ("@Ada hello", [ada]), ("hello @ada, and (@Bob)!", [ada, bob]), ("@Bob Dylan sings", [cyd]),
        ("@Bob Dylans", [bob]), ("@Adam", []), ("ada@Ada", []), ("@ Ada", []), ("@", []), ("@@", []),
        ("@ada:test and @@bob:test", [ada, bob]), ("@Dan", []), ("@dan2:test", [ContactID("@dan2:test")]),
        ("@Ada @Ada", [ada]), ("no one", []), ("@nobody:test", []), ("x.@Ada", []), ("“@Ada”", [ada]),
    ])
    func `a name or an ID after a sign that begins a word is mentioned`(_ text: String, _ people: [ContactID]) {
        #expect(mentioned(text).0 == people && !mentioned(text).1)
    }

    @Test func `room means everyone`() {
        #expect(mentioned("@room: tea").1 && mentioned("@Room").1)
        #expect(!mentioned("@rooms").1 && !mentioned("room").1)
    }

    @Test func `code mentions nobody`() {
        let text = TypedText.read("`@Ada` @Bob")
        #expect(mentioned(text.text, text.spans).0 == [bob])
        let block = TypedText.read("```\n@Ada\n```\n@Bob")
        #expect(mentioned(block.text, block.spans).0 == [bob])
    }

    @Test func `fifty mentions are looked for, of names of a hundred characters at most`() {
        let people = (1...51).map { (id: ContactID("@p\($0):test"), name: "p\($0)") }
        let text = people.map { "@\($0.name)" }.joined(separator: " ")
        #expect(TypedMentions(in: text, [], of: people).people == people.prefix(50).map(\.id))
        for count in [100, 101] {
            let name = String(repeating: "x", count: count)
            #expect(TypedMentions(in: "@\(name)", [], of: [(ada, name)]).people == (count == 100 ? [ada] : []))
        }
    }

    @Test func `a long text of signs is read in bounded time`() {
        #expect(mentioned(String(repeating: "@Ada ", count: 20_000)).0 == [ada])
        #expect(mentioned("@" + String(repeating: "a", count: 100_000)).0 == [])
    }
}
