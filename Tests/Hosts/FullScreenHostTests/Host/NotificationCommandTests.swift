import Foundation
import HostTesting
import ScreenTesting
import Testing
import ThreadTesting

@testable import FullScreenHost

@Suite(.ownThread, .timeLimit(.minutes(5))) struct NotificationCommandTests {
    @Test(arguments: [
        ("say", ["say"]), ("notify-send -u low", ["notify-send", "-u", "low"]),
        (#"a "b c" d"e f"g"#, ["a", "b c", "de fg"]), (#"a "" "say \"hi\"""#, ["a", "", #"say "hi""#]),
        (#"a b\c $(d) `e` > f"#, ["a", #"b\c"#, "$(d)", "`e`", ">", "f"]),
    ])
    func `a line is a list of arguments that no shell reads`(line: String, arguments: [String]) {
        #expect(NotificationCommand(words: line)?.arguments == arguments)
    }

    @Test(arguments: ["", "   ", #"a "b"#, #""" b"#])
    func `a line without a program, or with an open quote, is refused`(line: String) {
        #expect(NotificationCommand(words: line) == nil)
        let file = SettingsFile(text: "notify-command = \(line)")
        #expect(file.problems.count == 1)
    }

    @Test func `whatever others write stays one argument, and becomes no option`() {
        let (title, text) = ("{text}", "-u $(reboot) \"x")
        #expect(NotificationCommand(arguments: ["say"]).filled(title, text) == ["say", title, " " + text])
        let placed = NotificationCommand(arguments: ["say", "--text={text}", "{title}: {text}"])
        #expect(placed.filled(title, text) == ["say", "--text=\(text)", "{text}: \(text)"])
    }

    @Test func `notify-send gets no markup of others`() {
        let arguments = NotificationCommand.notifySend.filled("<b>", "<a href='x'> & more")
        #expect(arguments.suffix(3) == ["--", "<b>", "&lt;a href='x'&gt; &amp; more"])
        let file = SettingsFile(text: "notifications = notify-send\nnotify-command = say {text}")
        #expect(file.settings.notificationCommands.map(\.arguments.first) == ["notify-send", "say"])
    }

    @Test func `a command runs for each notification, and what it prints is dropped`() async throws {
        let folder = DataFolder()
        let file = folder.url.appending(path: "said").path
        let script = try program("echo printed; echo printed >&2; echo \"$2\" >> '\(file)'", in: folder)
        let told = await told(by: [NotificationCommand(arguments: [script])], for: 2) {
            try? String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 2
        }
        #expect(told.isEmpty)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "text 1\ntext 2\n")
    }

    @Test(arguments: [
        ("exit 3", "failed with exit code 3"), ("sleep 1000", "did not end in 3 s and was ended"),
        (nil, "was not found"),
    ])
    func `a command that fails, hangs or is not there is told once`(script: String?, reason: String) async throws {
        let folder = DataFolder()
        let path = try script.map { try program($0, in: folder) } ?? folder.url.appending(path: "nothing").path
        let runner = NotificationCommand(arguments: [path])
        // The second command works, so that its file says when both notifications are over.
        let file = folder.url.appending(path: "said").path
        let last = try program("echo >> '\(file)'", named: "last", in: folder)
        // Only the one that hangs is ended; the others have all the time that a busy machine needs.
        let patience: Duration = script == "sleep 1000" ? .seconds(3) : .seconds(120)
        let told = await told(by: [runner, NotificationCommand(arguments: [last])], for: 2, patience: patience) {
            (try? Data(contentsOf: URL(filePath: file)).count) == 2
        }
        #expect(told.count == 1)
        #expect(told.first?.hasSuffix(reason) == true, "\(told)")
    }

    private func program(_ script: String, named name: String = "program", in folder: DataFolder) throws -> String {
        let file = folder.url.appending(path: name)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
        return file.path
    }

    /// Posts notifications, one after the other, and returns what the runner has told once `isOver`.
    private func told(
        by commands: [NotificationCommand],
        for count: Int,
        patience: Duration = .seconds(120),
        until isOver: @escaping @Sendable () -> Bool?
    ) async -> [String] {
        let told = Recorder<String>()
        let runner = NotificationRunner(commands, patience: patience)
        for number in 1...count { runner.post("title", "text \(number)") }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await runner.run { text in told.record(text) } }
            group.addTask { while isOver() != true, !Task.isCancelled { await Task.yield() } }
            await group.next()
            group.cancelAll()
        }
        return told.values
    }
}
