import Foundation
import ProcessKit
import Testing
import ThreadTesting

@testable import HostKit
@testable import viperchat

@Suite(.ownThread, .timeLimit(.minutes(20))) struct CompletionsTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `each script contains every command and option`(shell: String) throws {
        let script = try Completions.script(for: shell)
        for command in CommandRow.all.dropFirst() { #expect(script.contains(command.name)) }
        for option in OptionRow.all {
            #expect(script.contains(shell == "fish" ? option.name.dropFirst(2) : option.name[...]))
        }
    }

    @Test func `bash completes commands, options and values`() throws {
        let words = """
            \(try Completions.script(for: "bash"))
            COMP_WORDS=(viperchat se); COMP_CWORD=1; _viperchat; echo "${COMPREPLY[@]}"
            COMP_WORDS=(viperchat show Ada --li); COMP_CWORD=3; _viperchat; echo "${COMPREPLY[@]}"
            COMP_WORDS=(viperchat list --li); COMP_CWORD=2; _viperchat; echo "${COMPREPLY[@]}"
            COMP_WORDS=(viperchat --network s); COMP_CWORD=2; _viperchat; echo "${COMPREPLY[@]}"
            """
        #expect(try bash(words) == "send search\n--limit\n\nstorm\n")
    }

    @Test func `bash completes chats and profiles by their stored names, and runs nothing in them`() throws {
        // A chat may be called anything, in particular a command.
        let words = """
            \(try Completions.script(for: "bash"))
            viperchat() { printf '%s\\n' "$*" >&3; printf '%s\\n' 'Ada Lovelace' 'Ada $(echo hacked)' '`echo hacked`' Ben; }
            COMP_WORDS=(viperchat send Ad); COMP_CWORD=2; _viperchat; printf '<%s>' "${COMPREPLY[@]}"; echo
            COMP_WORDS=(viperchat --profile work show ''); COMP_CWORD=4; _viperchat; echo "${#COMPREPLY[@]}"
            COMP_WORDS=(viperchat --profile = B); COMP_CWORD=3; _viperchat; echo "${COMPREPLY[@]}"
            COMP_WORDS=(viperchat send Ada Be); COMP_CWORD=3; _viperchat; echo "${#COMPREPLY[@]}"
            """
        let lines = try bash("exec 3>&1\n" + words).split(separator: "\n")
        #expect(
            lines == [
                "names chats", "<Ada\\ Lovelace><Ada\\ \\$\\(echo\\ hacked\\)>", "names chats --profile work", "4",
                "names profiles", "Ben", "0",
            ]
        )
    }

    @Test func `bash completes a value after an equals sign`() throws {
        let words = """
            \(try Completions.script(for: "bash"))
            COMP_WORDS=(viperchat --network =); COMP_CWORD=2; _viperchat; echo "${#COMPREPLY[@]}"
            COMP_WORDS=(viperchat --network = s); COMP_CWORD=3; _viperchat; echo "${COMPREPLY[@]}"
            COMP_WORDS=(viperchat --data-dir = /et); COMP_CWORD=3; _viperchat 2>/dev/null; echo "${COMPREPLY[@]}"
            """
        #expect(try bash(words) == "\(NetworkName.allCases.count)\nstorm\n/etc\n")
    }

    @Test func `bash completes paths with a slash after folders and spaces kept`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "sub 1"), withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "sub 2.json"))
        // Outside of a completion, `compopt` is replaced by a function that prints its arguments.
        let words = """
            \(try Completions.script(for: "bash"))
            compopt() { echo "$@"; }
            cd '\(folder.path)'
            COMP_WORDS=(viperchat import su); COMP_CWORD=2; _viperchat; printf '<%s>' "${COMPREPLY[@]}"; echo
            COMP_WORDS=(viperchat --data-dir su); COMP_CWORD=2; _viperchat; printf '<%s>' "${COMPREPLY[@]}"; echo
            COMP_WORDS=(viperchat list --li); COMP_CWORD=2; _viperchat
            """
        let lines = try bash(words).split(separator: "\n")
        try #require(lines.count == 4)
        #expect(lines[0] == "-o filenames" && lines[2] == "-o filenames")
        #expect(["<sub 1><sub 2.json>", "<sub 2.json><sub 1>"].contains(lines[1]))
        #expect(lines[3] == "<sub 1>")
    }

    @Test func `zsh completes a value after a space or an equals sign`() throws {
        let script = try Completions.script(for: "zsh")
        for option in OptionRow.all {
            #expect(script.contains("'\(option.name)\(option.value == nil ? "" : "=")["), "\(option.name)")
        }
    }

    @Test func `an unknown shell is refused with the known ones`() {
        #expect(throws: UsageError("completions takes bash, zsh or fish, not 'bsh'", didYouMean: "bash")) {
            try Completions.script(for: "bsh")
        }
        #expect(throws: UsageError.self) { try Invocation(arguments: ["completions"]) }
    }

    @Test func `the manual page names every command and option without stray requests`() throws {
        let sections = [ManualSection(title: "SETTINGS", items: [("bell = on, off", "ring"), (".x", ".y")])]
        let page = ManualPage.text(with: sections)
        #expect(page.contains(".SH \"SETTINGS\"\n.TP\n.B bell = on, off\nring\n"))
        for row in CommandRow.all.dropFirst() { #expect(page.contains(".B \(row.usage)\n")) }
        for row in OptionRow.all { #expect(page.contains(".B \(row.usage.replacing("-", with: "\\-"))\n")) }
        for row in LineCommandRow.all { #expect(page.contains(".B \(row.usage.replacing("-", with: "\\-"))\n")) }
        let requests = Set(page.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix(3) })
        #expect(requests == [".TH", ".SH", ".TP", ".B "])
        guard case .print(page) = try Invocation(arguments: ["man"], manual: sections) else {
            Issue.record("man prints the page")
            return
        }
    }

    /// Returns the output of a script in bash.
    private func bash(_ script: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script]
        return String(decoding: try process.output(), as: UTF8.self)
    }
}
