import Foundation
import Testing

@testable import TerminalHost

/// What is stored, as commands print it without a screen.
@Suite(.timeLimit(.minutes(20))) struct StoredTextTests {
    private static let moment = #""2022-03-11T09:00:00.000Z""#

    private let data = DataFolder()

    @Test func `an export for people has a message's text and what it carries, and says what became of it`() throws {
        let file = #"{"byteCount":5,"id":"f","name":"my file.txt","type":"text/plain"}"#
        try fill([
            #"{"chat":{"contact":"pic","created":\#(Self.moment),"id":"c","name":"Pic"}}"#,
            message(1, "contact", in: "c", #""images":1,"text":"look at this""#),
            message(2, "me", in: "c", #""removed":true,"text":"""#),
            message(3, "me", in: "c", #""attachment":\#(file),"text":"""#),
            message(4, "me", in: "c", #""edited":7,"text":"six it is""#),
            message(5, "contact", in: "c", #""images":2,"text":"""#),
        ])
        let lines = try run("export").drop { $0 != "Chat with Pic" }.dropFirst()
        #expect(
            lines.map { $0.hasPrefix("2022") ? String($0.dropFirst(21)) : $0 } == [
                "Pic: look at this", "    Attachment: 1 Image", "You: Message deleted", "You: [my file.txt]",
                "You: six it is  (edited)", "Pic: Attachment: 2 Images",
            ]
        )
    }

    @Test func `list and search say who wrote in a group`() throws {
        try fill([
            #"{"chat":{"contact":"g","created":\#(Self.moment),"group":true,"id":"g","name":"Ben, Cleo"}}"#,
            #"{"member":{"chat":"g","member":"me","name":"Eve","number":1}}"#,
            #"{"member":{"chat":"g","member":"member:ben","name":"Ben","number":1}}"#,
            message(1, "member:ben", in: "g", #""text":"Hello! the second""#),
            #"{"chat":{"contact":"h","created":\#(Self.moment),"group":true,"id":"h","name":"Ben, Zoe"}}"#,
            #"{"member":{"chat":"h","member":"me","name":"Eve","number":1}}"#,
            message(2, "me", in: "h", #""text":"hi group""#),
        ])
        let list = try run("list")
        #expect(list.contains { $0.contains("Ben, Cleo") && $0.hasSuffix("  Ben: Hello! the second") })
        #expect(list.contains { $0.contains("Ben, Zoe") && $0.hasSuffix("  You: hi group") })
        #expect(try run("search", "second").contains { $0.hasSuffix("  Ben: Hello! the second") })
        #expect(try run("search", "hi").contains { $0.hasSuffix("  You: hi group") })
        let json = try run("list", "--json").joined()
        #expect(json.contains(#""sender":"Ben""#) && json.contains(#""sender":"You""#))
        #expect(try run("search", "second", "--json").joined().contains(#""sender":"Ben""#))
        #expect(try run("search", "hi", "--json").joined().contains(#""sender":"You""#))
    }

    private func message(_ place: Int, _ author: String, in chat: String, _ keys: String) -> String {
        let id = #""id":"m\#(place)","position":\#(place)"#
        return #"{"message":{"author":"\#(author)","chat":"\#(chat)",\#(id),\#(keys),"time":\#(Self.moment)}}"#
    }

    private func fill(_ lines: [String]) throws {
        let file = data.url.appending(path: "history.jsonl")
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
        let told = try run("import", file.path)
        #expect(told == ["\(lines.count) records new, 0 there already, 0 lines rejected"])
    }

    private func run(_ arguments: String...) throws -> [String] {
        try ChildProcess(arguments: arguments + data.arguments, input: "").finish().lines
    }
}
