import Foundation
import Testing

@testable import HostKit
@testable import viperchat

/// The commands in the sentences of the program.
@Suite struct HintTests {
    /// The folders whose sentences name commands.
    private static let folders = ["Hosts", "Servers/MatrixTransport", "Screens/ScreenKit", "Core/ChatSession"]

    private static let actions = Set(
        RecoveryAction.allCases.map(\.rawValue) + KeyFileAction.names + KeywordAction.names
            + DeviceAction.Verb.allCases.map(\.rawValue) + ["logout"]
    )

    /// Returns the lines of code that may contain a sentence. Scripts for shells are none.
    private static func lines() throws -> [String] {
        let sources = DocumentPage.package.appending(path: "Sources")
        return try folders.flatMap { folder in
            let base = sources.appending(path: folder)
            let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
            return try paths.sorted().filter { $0.hasSuffix(".swift") && !$0.hasSuffix("Completions.swift") }.flatMap {
                try String(contentsOf: base.appending(path: $0), encoding: .utf8).split(separator: "\n").map(
                    String.init
                )
            }
        }.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    }

    /// Returns the arguments at the beginning of a text: options, names in capitals, addresses and actions, up to a word of the sentence.
    private static func arguments(in text: Substring) -> [String] {
        var found: [String] = []
        for word in text.split(separator: " ") {
            let bare = String(word.prefix { !",;:\"\\)".contains($0) || $0 == ":" && word.hasPrefix("@") })
            let isOption = bare.hasPrefix("-")
            let isName = !bare.isEmpty && bare.allSatisfy { $0.isUppercase || $0 == "." }
            guard isOption || isName || bare.hasPrefix("@") || actions.contains(bare) else { break }
            found.append(bare == "N" ? "1" : bare)
            if bare.count < word.count { break }
        }
        return found
    }

    @Test func `every command that a sentence names parses as it stands there`() throws {
        var count = 0
        for line in try Self.lines() {
            for part in line.ranges(of: "viperchat ").map({ line[$0.upperBound...] }) {
                let name = String(part.prefix { $0.isLowercase })
                let rest = part.dropFirst(name.count)
                guard ProgramText.commandNames.contains(name), !rest.hasPrefix(" \\(") else { continue }
                count += 1
                let words = [name] + Self.arguments(in: rest)
                #expect(throws: Never.self, "\(words)") { try Invocation(arguments: words) }
            }
        }
        #expect(count > 15)
    }

    @Test func `every whole command of a hint parses`() throws {
        var count = 0
        for line in try Self.lines() {
            for part in line.ranges(of: "command(\"").map({ line[$0.upperBound...] }) {
                let text = part.prefix { $0 != "\"" && $0 != "\\" }
                // An interpolation stands for one word.
                let isWhole = part.dropFirst(text.count).first == "\""
                let words = text.split(separator: " ").map(String.init) + (isWhole ? [] : ["X"])
                count += 1
                #expect(throws: Never.self, "\(words)") { try Invocation(arguments: words) }
            }
        }
        #expect(count > 8)
    }

    @Test(arguments: [
        (" show says whether", []), (" devices list USER shows", ["USER"]), (" WORD\")", ["WORD"]),
        (" CONTACT TEXT..., or --file PATH", ["CONTACT", "TEXT..."]),
        (" CHAT --limit N loads", ["CHAT", "--limit", "1"]),
        (" @name:server first", ["@name:server"]), (" restore, or, if", ["restore"]),
    ])
    func `the arguments of a command end where the sentence goes on`(text: String, arguments: [String]) {
        let rest = text.hasPrefix(" devices list") ? text.dropFirst(" devices list".count) : text[...]
        #expect(Self.arguments(in: rest) == arguments)
    }
}
