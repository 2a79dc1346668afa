import Foundation
import HostTesting
import ScreenTesting
import Testing
import ThreadTesting

@testable import FullScreenHost

@Suite(.ownThread, .timeLimit(.minutes(20))) struct NotificationCommandTests {
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

    @Test func `a text of others stays one argument, and becomes no option`() {
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
        let told = await told(by: [NotificationCommand(arguments: ["/bin/sh", script])], for: 2)
        #expect(told.isEmpty)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "text 1\ntext 2\n")
    }

    @Test func `only the last five of many waiting notifications are shown`() async throws {
        let folder = DataFolder()
        let file = folder.url.appending(path: "said").path
        let script = try program("echo \"$2\" >> '\(file)'", in: folder)
        _ = await told(by: [NotificationCommand(arguments: ["/bin/sh", script])], for: 7)
        let texts = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(texts == (3...7).map { "text \($0)" })
    }

    @Test(arguments: [
        ("exit 3", 120, "failed with exit code 3"), ("kill -9 $$", 120, "failed with exit code 137"),
        ("sleep 1000", 1, "did not end in 1 s and was ended"), (nil, 120, "was not found"),
    ])
    func `a command that fails, hangs or is not there is told once`(script: String?, seconds: Int, reason: String)
        async throws
    {
        let folder = DataFolder()
        let words = try script.map { ["/bin/sh", try program($0, in: folder)] }
        let arguments = words ?? [folder.url.appending(path: "nothing").path]
        let told = await told(by: [NotificationCommand(arguments: arguments)], for: 2, patience: .seconds(seconds))
        #expect(told.count == 1)
        #expect(told.first?.hasSuffix(reason) == true, "\(told)")
    }

    /// A file that the shell reads: another child, which begins meanwhile, could keep it open for writing, and then it is not executed.
    private func program(_ script: String, named name: String = "program", in folder: DataFolder) throws -> String {
        let file = folder.url.appending(path: name)
        try Data("\(script)\n".utf8).write(to: file)
        return file.path
    }

    /// Shows notifications, one after the other, and returns what the runner has told.
    private func told(by commands: [NotificationCommand], for count: Int, patience: Duration = .seconds(120)) async
        -> [String]
    {
        let told = Recorder<String>()
        let runner = NotificationRunner(commands, patience: patience)
        for number in 1...count { runner.post("title", "text \(number)") }
        var indexes: Set<Int> = []
        #expect(await runner.showWaiting(besides: &indexes) { told.record($0) })
        return told.values
    }
}
