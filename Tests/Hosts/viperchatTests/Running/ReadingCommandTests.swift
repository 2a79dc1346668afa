import ChatStore
import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

/// Stored messages, as commands print them.
@Suite(.ownThread, .timeLimit(.minutes(20))) struct ReadingCommandTests {
    private static let moment = #""2022-03-11T09:00:00.000Z""#

    private let data = DataFolder()

    @Test func `export prints texts, attachments and states`() throws {
        let file = #"{"byteCount":5,"id":"f","name":"my file.txt","type":"text/plain"}"#
        try fill([
            #"{"chat":{"contact":"pic","created":\#(Self.moment),"id":"c","name":"Pic"}}"#,
            message(1, "contact", in: "c", #""images":1,"text":"look at this""#),
            message(2, "me", in: "c", #""removed":true,"text":"""#),
            message(3, "me", in: "c", #""attachment":\#(file),"text":"""#),
            message(4, "me", in: "c", #""edited":7,"text":"six it is""#),
            message(5, "contact", in: "c", #""images":2,"text":"""#),
            message(6, "contact", in: "c", #""text":"believe me","warning":"unencrypted""#),
        ])
        let lines = try run("export").drop { $0 != "Chat with Pic" }.dropFirst()
        #expect(
            lines.map { $0.hasPrefix("2022") ? String($0.dropFirst(21)) : $0 } == [
                "Pic: look at this", "    Attachment: 1 Image", "You: Message deleted", "You: [my file.txt]",
                "You: six it is  (edited)", "Pic: Attachment: 2 Images",
                "Pic: believe me  (not encrypted)",
            ]
        )
    }

    @Test func `show and search give messages of earlier days a date and a time`() throws {
        try fill([
            #"{"chat":{"contact":"pic","created":\#(Self.moment),"id":"c","name":"Pic"}}"#,
            message(1, "contact", in: "c", #""text":"look at this""#),
        ])
        for (command, word) in [("show", "Pic"), ("search", "look")] {
            let lines = try run(command, word)
            #expect(lines.contains { $0.contains(#/\d+\/\d+\/2022 \d+:\d\d/#) }, "\(lines)")
        }
    }

    @Test func `list and search name the author in a group`() throws {
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

    @Test func `list, search and show mark a message whose sender nothing proves, also where a reply quotes it`() throws
    {
        let forged = #""text":"pay Eve","warning":"unencrypted""#
        try fill([
            #"{"chat":{"contact":"pic","created":\#(Self.moment),"id":"c","name":"Pic"}}"#,
            message(1, "contact", in: "c", forged),
            #"{"chat":{"contact":"zoe","created":\#(Self.moment),"id":"d","name":"Zoe"}}"#,
            message(2, "contact", in: "d", forged),
            message(3, "me", in: "d", #""answers":"m2","text":"why?""#),
        ])
        func lines(_ command: String...) throws -> [String] {
            try ChildProcess(arguments: command + data.arguments, input: "").finish().lines.filter {
                $0.contains("pay Eve")
            }
        }
        let marked = try [
            lines("list"), lines("search", "pay"), lines("show", "Pic"), lines("show", "Zoe"),
        ]
        #expect(marked.map(\.count) == [1, 2, 1, 2])
        #expect(marked.prefix(2).joined().allSatisfy { $0.contains("! ") })
        #expect(marked[2].allSatisfy { $0.hasSuffix("(not encrypted)") })
        #expect(marked[3].contains { $0.hasSuffix("↳ ! Zoe: pay Eve") })
        for command in [["list"], ["search", "pay"], ["show", "Pic"], ["show", "Zoe"]] {
            let text = try ChildProcess(arguments: command + ["--json"] + data.arguments, input: "").finish().lines
                .joined()
            let texts = text.matches(of: /pay Eve/).count
            #expect(texts > 0 && text.matches(of: /"warning":"unencrypted"/).count == texts, "\(command)")
        }
    }

    @Test func `members of one name are told apart by their IDs, as text and in JSON`() throws {
        let members = ["@sam:test", "@eve:test"]
        try fill(
            [#"{"chat":{"contact":"g","created":\#(Self.moment),"group":true,"id":"g","name":"Trip"}}"#]
                + members.map { #"{"member":{"chat":"g","member":"member:\#($0)","name":"Sam","number":1}}"# }
                + members.enumerated().map { message($0 + 1, "member:\($1)", in: "g", #""text":"by \#($1)""#) }
        )
        let (text, json) = (try run("show", "Trip"), try run("show", "Trip", "--json"))
        for member in members {
            #expect(text.contains { $0.contains("Sam (\(member)): by \(member)") }, "\(text)")
            let line = json.first { $0.contains("by \(member)") }
            #expect(line?.contains(#""author":"\#(member)""#) == true, "\(json)")
        }
        #expect(try run("list", "--json").joined().contains(#""author":"@eve:test""#))
    }

    @Test func `a signal ends an export before its next record`() async throws {
        let (folder, pipe, signals) = (DataFolder(), PipeFake(), try SignalPipe())
        try folder.fill { writer in
            for id in ["a", "b"] {
                let chat = #"{"chat":{"contact":"c","created":"2022-03-11T09:00:00.000Z","id":"\#(id)","name":"Ada"}}"#
                _ = try writer.restore(JSONDecoder().decode(HistoryRecord.self, from: Data(chat.utf8)))
            }
        }
        let output = LineOutput(descriptor: pipe.writeEnd)
        let reading = ReadingCommand(
            profile: folder.profile,
            environment: ChatEnvironment(
                clock: VirtualClock(),
                now: { Date(timeIntervalSince1970: 0) },
                calendar: .utcInUSEnglish,
                random: RandomSource(SplitMix64(seed: 1))
            ),
            printer: Printer(output: output, isJSON: true, style: .plain),
            output: output,
            errors: output,
            signals: signals
        )
        #expect(try await reading.export(asJSON: true) == .ok)
        signals.post(2)
        await #expect(throws: InterruptionError()) { try await reading.export(asJSON: true) }
        pipe.closeWriteEnd()
        #expect(String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n").count == 2)
    }

    @Test(arguments: [
        (#""group":true"#, "!two:test"), (#""state":"invited","stateBy":"Eve (@eve:two)""#, "@eve:two"),
        (#""state":"invitedToGroup","stateBy":"Eve (@eve:two)","group":true"#, "!two:test"),
        (#""draft":"x""#, "@eve:two"),
    ])
    func `a text to a name that is not unique is refused with the IDs, and goes to nobody`(other: String, id: String)
        throws
    {
        try fill([
            #"{"chat":{"contact":"@eve:one","created":\#(Self.moment),"id":"!one:test","name":"Eve"}}"#,
            #"{"chat":{"contact":"@eve:two","created":\#(Self.moment),"id":"!two:test","name":"EVE",\#(other)}}"#,
        ])
        let launcher = ["/bin/sh", "-c", #"exec "$0" "$@" 2>&1"#, try ChildProcess.executable().path]
        for command in [["send", "Eve", "a secret"], ["show", "Eve"]] {
            let ended = try ChildProcess(arguments: command + data.arguments, input: "", launcher: launcher).finish()
            #expect(ended.code == ExitCode.dataError.rawValue, "\(command)")
            #expect(ended.lines.contains { $0.contains("@eve:one") && $0.contains(id) }, "\(ended.lines)")
        }
        #expect(try !run("export").contains { $0.contains("a secret") })
    }

    @Test func `a text to an invitation is refused and stored nowhere, and the refusal says how to join`() throws {
        let state = #""state":"invited","stateBy":"Eve (@eve:test)""#
        try fill([#"{"chat":{"contact":"@eve:test","created":\#(Self.moment),"id":"c","name":"Eve",\#(state)}}"#])
        let launcher = ["/bin/sh", "-c", #"exec "$0" "$@" 2>&1"#, try ChildProcess.executable().path]
        let arguments = ["send", "Eve", "a secret"] + data.arguments
        let ended = try ChildProcess(arguments: arguments, input: "", launcher: launcher).finish()
        #expect(ended.code == ExitCode.dataError.rawValue)
        #expect(ended.lines.contains { $0.contains("Eve (@eve:test) invites you") && $0.hasSuffix("type /join") })
        #expect(try !run("export").contains { $0.contains("a secret") })
    }

    @Test func `a text that the server refuses ends send with 69 and the reason`() throws {
        try fill([#"{"chat":{"contact":"eve","created":\#(Self.moment),"id":"c","name":"Eve"}}"#])
        let launcher = ["/bin/sh", "-c", #"exec "$0" "$@" 2>&1"#, try ChildProcess.executable().path]
        let arguments = ["send", "Eve", "hello", "--virtual-time"] + data.arguments
        let ended = try ChildProcess(arguments: arguments, input: "", launcher: launcher).finish()
        #expect(ended.code == ExitCode.unavailable.rawValue, "\(ended.lines)")
        let reason = "The server refused the message: The server does not know this chat"
        #expect(ended.lines.contains { $0.contains(reason) }, "\(ended.lines)")
    }

    @Test func `a history that is gone is read again from the simulated server`() throws {
        try data.chat()
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: data.profile.history.url.path + end)
        }
        let list = try ChildProcess(arguments: ["list"] + data.arguments, input: "").finish()
        #expect(list.code == 0 && list.lines.contains { $0.contains("Ada") }, "\(list.lines)")
    }

    @Test(arguments: [true, false])
    func `virtual time saves nothing unless a profile is named for it`(isNamed: Bool) throws {
        let launcher = ["/usr/bin/env", "XDG_DATA_HOME=\(data.url.path)", try ChildProcess.executable().path]
        let arguments = ["--virtual-time"] + (isNamed ? ["--profile", "x"] : [])
        let chat = try ChildProcess(arguments: arguments, input: "/new Ada\nhi\n/quit\n", launcher: launcher).finish()
        #expect(chat.code == 0)
        let profile = Profile(directory: data.url.appending(path: "viperchat/x"))
        #expect(profile.hasHistory == isNamed)
        #expect(try FileManager.default.contentsOfDirectory(atPath: data.url.path) == (isNamed ? ["viperchat"] : []))
    }

    @Test func `export tells on standard error of chats with missing messages`() throws {
        try fill([
            #"{"chat":{"contact":"pic","created":\#(Self.moment),"id":"c","name":"Pic"}}"#,
            message(9, "contact", in: "c", #""gap":{"cursor":"before","position":1},"text":"later""#),
        ])
        let launcher = ["/bin/sh", "-c", #"exec "$0" "$@" 2>&1 >/dev/null"#, try ChildProcess.executable().path]
        let told = try ChildProcess(arguments: ["export"] + data.arguments, input: "", launcher: launcher).finish()
        let command = "viperchat --data-dir \(data.url.path) show Pic --limit N"
        let text = "Earlier messages of Pic are not here; \(command) loads them"
        #expect(told.lines == ["viperchat: \(text)"])
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

@Suite(.ownThread, .timeLimit(.minutes(20))) struct ShowCommandTests {
    @Test func `show honours its limit and the ID that search prints`() throws {
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
