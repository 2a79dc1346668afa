import CSystem
import ChatStore
import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

@Suite(.ownThread, .timeLimit(.minutes(20))) struct ImportCommandTests {
    private static let ada =
        #"{"chat":{"contact":"ada","created":"2022-03-11T09:00:00.000Z","id":"chat-ada","name":"Ada"}}"#

    private let data = DataFolder()

    @Test func `import restores an export, and adds nothing the second time`() throws {
        try data.chat()
        let export = try run(["export", "--json"] + data.arguments).lines
        let (other, file) = (DataFolder(), data.url.appending(path: "backup.jsonl"))
        try Data(export.map { $0 + "\n" }.joined().utf8).write(to: file)
        let (code, lines) = try run(["import", file.path] + other.arguments)
        #expect(code == 0 && lines == ["\(export.count) records new, 0 there already, 0 lines rejected"])
        let again = try run(["import", file.path] + other.arguments).lines
        #expect(again == ["0 records new, \(export.count) there already, 0 lines rejected"])
        #expect(try run(["export", "--json"] + other.arguments).lines == export)
    }

    @Test func `import restores a group, which is shown under its members' names`() throws {
        let moment = #""2022-03-11T09:00:00.000Z""#
        let group = #"{"chat":{"contact":"g","created":\#(moment),"group":true,"id":"g","name":"The Team"}}"#
        let members = [
            #"{"member":{"chat":"g","member":"me","name":"Eve","number":1}}"#,
            #"{"member":{"chat":"g","member":"member:ada","name":"Ada","number":1}}"#,
            #"{"member":{"chat":"g","left":true,"member":"member:ben","name":"Ben","number":2}}"#,
            #"{"member":{"chat":"g","member":"member:zoe","name":"","read":20}}"#,
        ]
        let messages = ["me", "member:ada", "member:ben", "member:zoe"].enumerated().map { index, author in
            let place = #""id":"m\#(index)","position":\#(index + 1)"#
            return #"{"message":{"author":"\#(author)","chat":"g",\#(place),"text":"Hello","time":\#(moment)}}"#
        }
        let lines = [group] + members + messages
        let file = data.url.appending(path: "group.jsonl")
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
        let rejected = #"{"member":{"chat":"none","member":"me","name":"Eve","number":1}}"#
        #expect(
            try run(["import", file.path] + data.arguments).lines == [
                "9 records new, 0 there already, 0 lines rejected"
            ]
        )
        #expect(try run(["export", "--json"] + data.arguments).lines == lines)
        let text = try run(["export"] + data.arguments).lines
        #expect(text.prefix(5) == ["", "Group The Team", "Member: You", "Member: Ada", "Former member: Ben"])
        #expect(text.dropFirst(5).map { $0.dropFirst(21) } == ["You: Hello", "Ada: Hello", "Ben: Hello", "zoe: Hello"])
        let shown = try run(["show", "The Team"] + data.arguments).lines
        #expect(shown.map { $0.split(separator: "  ")[1].prefix { $0 != ":" } } == ["You", "Ada", "Ben", "zoe"])
        try Data(rejected.utf8).write(to: file)
        let (code, told) = try run(["import", file.path] + data.arguments)
        #expect(
            code == 65 && told.contains { $0.hasPrefix("viperchat: line 1 is rejected: its chat ") }
        )
    }

    @Test(arguments: [true, false])
    func `importing a directory fails and creates nothing`(isInput: Bool) throws {
        let script = isInput ? #"exec "$0" "$@" 2>&1 </"# : #"exec "$0" "$@" 2>&1"#
        let file = isInput ? "-" : "/"
        let (code, lines) = try ChildProcess(shell: script, arguments: ["import", file] + data.arguments).finish()
        #expect(code == 66 && lines == ["viperchat: cannot read \(file): Is a directory"])
        #expect(!data.profile.hasHistory)
    }

    /// The memory of a process is a file that can be opened, but not read at its beginning.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem")))
    func `a read error during an import ends with 74 and the reason`() throws {
        let (code, lines) = try run(["import", "/proc/self/mem"] + data.arguments)
        #expect(code == 74)
        let reason = "viperchat: reading failed after 0 records: Input/output error"
        #expect(lines == ["0 records new, 0 there already, 0 lines rejected", reason])
    }

    @Test func `no other process can use the profile during an import`() throws {
        let (child, writing) = try importFromPipe()
        defer { withExtendedLifetime(writing) {} }
        #expect(throws: StorageError.inUse(path: data.profile.directory.path)) { try data.profile.lock(attempts: 3) }
        child.kill(with: SIGTERM)
        #expect(child.finish().code == 74)
        withExtendedLifetime(try data.profile.lock()) {}
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func `a signal during an import ends with 74 and keeps the imported records`(signal: Int32) throws {
        let (child, writing) = try importFromPipe()
        defer { withExtendedLifetime(writing) {} }
        child.kill(with: signal)
        let (code, lines) = child.finish()
        let reason = "viperchat: interrupted after 1 records; they are kept, and the import can be run again"
        #expect(code == 74 && lines == ["1 records new, 0 there already, 1 lines rejected", reason])
        #expect(try run(["export", "--json"] + data.arguments).lines.count == 1)
    }

    @Test func `a signal ends the wait for a pipe without a writer`() async throws {
        let pipe = data.url.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let child = try start(["import", pipe] + data.arguments)
        // The program has opened the pipe by then.
        while !data.profile.hasHistory, child.isRunning { try await Task.sleep(for: .milliseconds(2)) }
        child.kill(with: SIGTERM)
        let (code, lines) = child.finish()
        let reason = "viperchat: interrupted after 0 records; they are kept, and the import can be run again"
        #expect(code == 74 && lines.last == reason)
    }

    @Test func `the reason for rejecting a line is short, whatever the line holds`() throws {
        let long = String(repeating: "x", count: 2_000_000)
        let message = #""author":"contact","id":"m","position":1,"text":"","time":"2022-03-11T09:00:00.000Z""#
        let lines = [
            #"{"message":{"chat":"\#(long)",\#(message)}}"#, #"{"\#(long)":1}"#, #"{"chat":{"\#(long)":1}}"#,
            long,
            #"{"chat":{"contact":1,"created":"\#(long)","id":"chat-ada","name":"Ada"}}"#,
        ]
        let file = data.url.appending(path: long.prefix(150) + ".jsonl")
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
        let (code, told) = try run(["import", file.path] + data.arguments)
        #expect(code == 65 && told.count == 6)
        #expect(told.allSatisfy { $0.count < 200 }, "\(told)")
        #expect(told[0].hasPrefix("viperchat: line 1 is rejected: an id in it is empty, or longer than 512 bytes"))
        let (missing, reason) = try run(["import", file.path + long.prefix(100_000)] + data.arguments)
        #expect(missing == 66 && reason.count == 1 && reason[0].count < 300)
    }

    @Test func `a file without any record is told to be no export`() throws {
        let file = data.url.appending(path: "other.json")
        try Data("{\"messages\": [\n{\"type\": \"m.room.message\"}\n]}\n".utf8).write(to: file)
        let (code, told) = try run(["import", file.path] + data.arguments)
        let hint = "viperchat export --json makes a file to import"
        #expect(code == 65 && told.contains("viperchat: this is no export of viperchat: \(hint)"))
        for nothing in ["", "\n \n"] {
            try Data(nothing.utf8).write(to: file)
            let (empty, reasons) = try run(["import", file.path] + data.arguments)
            #expect(empty == 65 && reasons.contains("viperchat: the file is empty: \(hint)"), "\(reasons)")
        }
        try Data("\(Self.ada)\nnot a record\n".utf8).write(to: file)
        let (half, some) = try run(["import", file.path] + data.arguments)
        #expect(half == 65 && !some.contains { $0.contains("no export") })
        let part = #"{"member":{"chat":"none","member":"me","name":"Eve","number":1}}"#
        try Data("\(part)\n".utf8).write(to: file)
        let (partial, reasons) = try run(["import", file.path] + data.arguments)
        #expect(partial == 65 && !reasons.contains { $0.contains("no export") }, "a part of an export")
    }

    @Test func `import moves a damaged history aside and prints its path`() throws {
        try data.profile.prepare()
        try Data("not a database at all".utf8).write(to: data.profile.history.url)
        let file = data.url.appending(path: "export.json")
        try Data("\(Self.ada)\n".utf8).write(to: file)
        let (code, lines) = try run(["import", file.path, "--data-dir", data.url.path])
        #expect(code == 0 && lines.count == 2)
        let notice = "viperchat: The history was damaged, and a new one was started; the damaged file is "
        #expect(lines[0].hasPrefix("\(notice)\(data.profile.history.url.path).damaged-"))
    }

    /// Starts an import that has accepted one record and rejected one line. Closing the pipe ends it.
    private func importFromPipe() throws -> (child: ChildProcess, writing: FileHandle) {
        let pipe = data.url.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let writing = try FileHandle(forUpdating: URL(filePath: pipe))
        try writing.write(contentsOf: Data("\(Self.ada)\nnot a record\n".utf8))
        let child = try start(["import", pipe] + data.arguments)
        #expect(child.nextLine()?.hasPrefix("viperchat: line 2 is rejected") == true)
        return (child, writing)
    }

    private func start(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(shell: #"exec "$0" "$@" 2>&1"#, arguments: arguments)
    }

    private func run(_ arguments: [String]) throws -> (code: Int32, lines: [String]) {
        try start(arguments).finish()
    }
}

@Suite(.ownThread, .timeLimit(.minutes(20))) struct ImportProgressTests {
    @Test func `the progress of an import leaves nothing on the terminal`() {
        let pipe = PipeFake()
        var progress = ImportProgress(errors: LineOutput(descriptor: pipe.writeEnd), isWatched: true)
        for _ in 1...20 { progress.accept(isNew: true) }
        progress.show()
        progress.finish()
        pipe.closeWriteEnd()
        #expect(String(decoding: pipe.readAll(), as: UTF8.self) == "\rline 20 …\r         \r")
    }

    @Test func `a line that is not an object is rejected as such`() {
        let pipe = PipeFake()
        var progress = ImportProgress(errors: LineOutput(descriptor: pipe.writeEnd), isWatched: false)
        #expect(throws: DecodingError.self) {
            do {
                _ = try JSONDecoder().decode(HistoryRecord.self, from: Data("[1, 2]".utf8))
            } catch {
                progress.reject(because: error)
                throw error
            }
        }
        pipe.closeWriteEnd()
        let told = String(decoding: pipe.readAll(), as: UTF8.self)
        #expect(told == "viperchat: line 1 is rejected: it is not an object\n")
    }

    @Test func `a rejected line has its number, blank lines counted, and says what is wrong`() throws {
        let pipe = PipeFake()
        var progress = ImportProgress(errors: LineOutput(descriptor: pipe.writeEnd), isWatched: false)
        for _ in 1...2 { progress.skip() }
        for chat in [
            #""contact":"a","id":"c","name":"A""#,
            #""contact":1,"created":"2022-03-11T09:00:00.000Z","id":"c","name":"A""#,
        ] {
            do {
                _ = try JSONDecoder().decode(HistoryRecord.self, from: Data(#"{"chat":{\#(chat)}}"#.utf8))
            } catch {
                progress.reject(because: error)
            }
        }
        pipe.closeWriteEnd()
        #expect(
            String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n") == [
                "viperchat: line 3 is rejected: created is missing",
                "viperchat: line 4 is rejected: chat.contact has the wrong type",
            ]
        )
    }

    @Test func `no progress is printed if no user watches`() {
        let pipe = PipeFake()
        let progress = ImportProgress(errors: LineOutput(descriptor: pipe.writeEnd), isWatched: false)
        progress.show()
        progress.finish()
        pipe.closeWriteEnd()
        #expect(pipe.readAll().isEmpty)
    }
}
