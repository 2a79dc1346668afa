import Foundation
import Testing

@testable import TerminalHost

@Suite struct ExcerptTests {
    @Test func `show prints so many, and those before another, and search says which message it found`() throws {
        let folder = DataFolder()
        let place = ["--data-dir", folder.url.path, "--virtual-time", "--json"]
        let typed = (1...5).map { "number \($0)\n" }.joined()
        _ = try ChildProcess(arguments: place, input: "/new Ada\n\(typed)/quit\n").finish()
        func messages(_ arguments: String...) throws -> [(text: String, id: String, at: String)] {
            try ChildProcess(arguments: ["show", "Ada"] + place + arguments, input: "").finish().lines.compactMap {
                line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                guard let text = object?["text"] as? String, let id = object?["id"] as? String,
                    let at = object?["at"] as? String, object?["from"] as? String == "me"
                else { return nil }
                return (text, id, at)
            }
        }
        let all = try messages()
        #expect(all.map(\.text) == (1...5).map { "number \($0)" })
        #expect(all.allSatisfy { $0.at.wholeMatch(of: /2022-03-11T09:0\d:\d\d\.\d{3}Z/) != nil })
        #expect(try messages("--limit", "2", "--before", all[3].id).map(\.text) == ["number 2", "number 3"])
        let unknown = try ChildProcess(arguments: ["show", "Ada", "--before", "zz"] + place, input: "").finish()
        #expect(unknown.code == 65)
        #expect(unknown.lines.last?.contains("There is no message zz in the chat with Ada") == true)
        let found = try ChildProcess(arguments: ["search", "number", "4"] + place, input: "").finish().lines
        #expect(found.contains { $0.contains(#""id":"\#(all[3].id)""#) })
    }
}
