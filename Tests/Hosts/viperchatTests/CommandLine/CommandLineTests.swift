import Foundation
import HostTesting
import SimulationKit
import Testing
import ThreadTesting
import Transport

@testable import HostKit
@testable import viperchat

@Suite(.ownThread, .timeLimit(.minutes(20))) struct CommandLineTests {
    @Test func `an empty command line chats with default options`() throws {
        let options = try options([])
        #expect(options == CommandLineOptions())
        #expect(options.command == .chat)
        #expect(options.seed == nil)
        #expect(options.network == .perfect)
        #expect(options.start == (try Date("2022-03-11T09:00:00Z", strategy: .iso8601)))
    }

    @Test func `each network name has its own conditions`() throws {
        let networks = try ["perfect", "mobile", "storm"].map { try options(["--network", $0]).network }
        #expect(networks == NetworkName.allCases)
        #expect(networks.map(\.conditions) == [.perfect, .mobile, .storm])
    }

    @Test(arguments: [
        (["web"], Command.web), (["list"], .list), (["show", "Ada"], .show(ChatExcerpt(contact: "Ada"))),
        (["show", "Ada Lovelace"], .show(ChatExcerpt(contact: "Ada Lovelace"))),
        (["send", "Ada", "how", "are you?"], .send(SendRequest(contact: "Ada", text: "how are you?"))),
        (["search", "two", "words"], .search(text: "two words")), (["export"], .export),
        (["import", "-"], .import(file: "-")),
        (["send", "Ada", "--", "--json", "--"], .send(SendRequest(contact: "Ada", text: "--json --"))),
        (["--", "list"], .list),
        (
            ["send", "Ada", "--file", "a.png", "--reply-to", "b8b4c297"],
            .send(SendRequest(contact: "Ada", text: "", file: "a.png", answered: "b8b4c297"))
        ),
        (["react", "Ada", "b8b4c297", "👍"], .act(.react(message: "b8b4c297", text: "👍", isSet: true), in: "Ada")),
        (
            ["react", "Ada", "b8b4c297", "👍", "--remove"],
            .act(.react(message: "b8b4c297", text: "👍", isSet: false), in: "Ada")
        ),
        (["edit", "Ada", "b8b4c297", "at", "nine"], .act(.edit(message: "b8b4c297", text: "at nine"), in: "Ada")),
        (["delete", "Ada", "b8b4c297"], .act(.delete(message: "b8b4c297"), in: "Ada")),
        (["read", "Ada"], .act(.read(message: nil), in: "Ada")),
        (["read", "Ada", "b8b4c297"], .act(.read(message: "b8b4c297"), in: "Ada")),
        (["join", "Trip"], .act(.join, in: "Trip")), (["leave", "Trip"], .act(.leave, in: "Trip")),
        (["invite", "Trip", "Eve"], .act(.invite(person: "Eve"), in: "Trip")),
        (["watch"], .watch(WatchRequest())),
        (["watch", "Ada", "--for", "1m30s"], .watch(WatchRequest(chat: "Ada", milliseconds: 90_000))),
        (["names", "profiles"], .names(.profiles)),
    ])
    func `each command parses its arguments`(arguments: [String], command: Command) throws {
        #expect(try options(arguments).command == command)
    }

    @Test(arguments: [
        ["--seed", "7", "send", "--network=storm", "Ada", "--json", "hi"],
        ["send", "Ada", "hi", "--json", "--seed=7", "--network", "storm"],
        ["--network", "storm", "--json", "--seed", "7", "--", "send", "Ada", "hi"],
    ])
    func `options are accepted before, between and after the arguments`(arguments: [String]) throws {
        let options = try options(arguments)
        #expect(options.command == .send(SendRequest(contact: "Ada", text: "hi")))
        #expect((options.seed, options.network, options.isJSON) == (7, .storm, true))
    }

    @Test func `web takes a port and --open`() throws {
        let web = try options(["web", "--port", "65535", "--open"])
        #expect((web.port, web.opensPage) == (65535, true))
        for port in ["0", "65536", "-1", "x"] {
            #expect(throws: UsageError("--port takes a whole number from 1 to 65535, not '\(port)'")) {
                try options(["web", "--port=\(port)"])
            }
        }
        #expect(throws: UsageError("--port does not apply to list")) { try options(["list", "--port", "1"]) }
    }

    @Test func `each option sets its property`() throws {
        let options = try options([
            "--seed", "18446744073709551615", "--virtual-time", "--start-at", "2024-02-29T23:59:59+01:00", "--no-color",
            "--data-dir", "/tmp/a b", "--profile", "Work-2_x",
        ])
        #expect(options.seed == .max)
        #expect(options.hasVirtualTime)
        #expect(options.start == (try Date("2024-02-29T22:59:59Z", strategy: .iso8601)))
        #expect(options.isColorUnwanted)
        #expect(options.dataDirectory == "/tmp/a b")
        #expect(options.profile == "Work-2_x")
    }

    private static let loginOptions = ["--private-receipts", "--no-typing", "--plain-chats", "--signed-only"]

    @Test(arguments: loginOptions)
    func `login takes what others are told, and with whom is shared`(option: String) throws {
        let options = try options(["login", "h.test", option])
        let flags = [
            options.hasPrivateReceipts, options.hidesTyping, options.hasPlainChats, options.sharesWithSignedOnly,
        ]
        #expect(flags == Self.loginOptions.map { $0 == option })
    }

    @Test func `an option without a value sets its own property`() throws {
        var chat = CommandLineOptions()
        (chat.isLineMode, chat.isMarkdownUnwanted, chat.isVerbose) = (true, true, true)
        #expect(try options(["--line", "--no-markdown", "--verbose"]) == chat)
        var logout = CommandLineOptions()
        (logout.command, logout.forgetsProfile) = (.logout, true)
        #expect(try options(["logout", "--forget"]) == logout)
    }

    @Test func `show takes a number of messages from one to a million`() throws {
        for count in [1, 1_000_000] {
            let command = try options(["show", "Ada", "--limit", "\(count)", "--before", "m"]).command
            #expect(command == .show(ChatExcerpt(contact: "Ada", limit: count, before: "m")))
        }
        for text in ["0", "1000001", "-1", "+1", "x", ""] {
            #expect(throws: UsageError.self, "\(text)") { try options(["show", "Ada", "--limit=\(text)"]) }
        }
    }

    @Test func `NO_COLOR turns colours off unless it is empty`() throws {
        #expect(try options([], environment: ["NO_COLOR": "0"]).isColorUnwanted)
        #expect(try !options([], environment: ["NO_COLOR": ""]).isColorUnwanted)
    }

    @Test(arguments: [
        (["--sed", "7"], "There is no option '--sed'; did you mean --seed?"),
        (["--sede=7"], "There is no option '--sede'; did you mean --seed?"),
        (["help", "lits"], "There is no command 'lits'; did you mean list?"),
        (["--virtaul-time"], "There is no option '--virtaul-time'; did you mean --virtual-time?"),
        (
            ["send", "Ada", "-5"],
            "There is no option '-5': put words that begin with a dash after --; --help lists the options."
        ),
        (["lits"], "There is no command 'lits'; did you mean list?"),
        (["exp"], "There is no command 'exp'; did you mean export?"),
        (
            ["dance"],
            "There is no command 'dance'; --help lists the commands."
        ),
        (
            [""],
            "There is no command ''; --help lists the commands."
        ),
        (["--seed", "1", "--seed=1"], "--seed is given twice."),
        (["--json", "--json"], "--json is given twice."),
        (["--seed"], "--seed needs a value: --seed N."),
        (["--seed", "--json"], "--seed needs a value: --seed N."),
        (["--json=yes"], "--json takes no value."),
        (["--seed="], "--seed takes a whole number from 0 to 18446744073709551615, not ''."),
        (["--seed=-1"], "--seed takes a whole number from 0 to 18446744073709551615, not '-1'."),
        (["--seed", "+1"], "--seed takes a whole number from 0 to 18446744073709551615, not '+1'."),
        (["--seed", "١"], "--seed takes a whole number from 0 to 18446744073709551615, not '١'."),
        (
            ["--seed", "18446744073709551616"],
            "--seed takes a whole number from 0 to 18446744073709551615, not '18446744073709551616'."
        ),
        (["--network", "strom"], "--network takes perfect, mobile or storm, not 'strom'; did you mean storm?"),
        (["--network", "5G"], "--network takes perfect, mobile or storm, not '5G'."),
        (["--data-dir="], "--data-dir takes a directory, not an empty text."),
        (["--start-at", "2022-03-11T09:00:00Z"], "--start-at needs --virtual-time: real time starts now."),
        (["export", "--seed", "1"], "--seed does not apply to export."),
        (["import", "--json", "x"], "--json does not apply to import."),
        (["list", "x"], "'x' is unexpected: viperchat list."),
        (
            ["show", "Ada", "Lovelace"],
            "'Lovelace' is unexpected: viperchat show CONTACT; put several words in quotes."
        ),
        (["show"], "CONTACT is missing: viperchat show CONTACT."),
        (["send"], "CONTACT is missing: viperchat send CONTACT [TEXT...]."),
        (["send", "Ada"], "TEXT is missing: viperchat send CONTACT TEXT..., or --file PATH."),
        (["send", " ", "hi"], "CONTACT is empty: viperchat send CONTACT [TEXT...]."),
        (["send", "Ada", "--file", ""], "--file takes the path of a file, not ''."),
        (["watch", "--virtual-time"], "watch needs --for in virtual time, which would not end."),
        (
            ["watch", "--for", "2d"],
            "--for takes a time such as 500ms, 30s or 1h30m, at most a day, not '2d'."
        ),
        (
            ["watch", "--for", "0s"],
            "--for takes a time such as 500ms, 30s or 1h30m, at most a day, not '0s'."
        ),
        (["show", "Ada", "--before="], "--before takes a message's id, as --json shows it."),
        (["send", "Ada", "hi", "--reply-to="], "--reply-to takes a message's id, as --json shows it."),
        (["send", "Ada", "hi", "--from="], "--from takes an account, such as @me:example.org."),
        (["send", "Ada", "--file", "-"], "--file takes the path of a file, not '-'."),
        (["edit", "Ada", "b8b4c297"], "TEXT is missing: viperchat edit CHAT ID TEXT..."),
        (["delete", "Ada"], "ID is missing: viperchat delete CHAT ID."),
        (["list", "--reply-to", "b8b4c297"], "--reply-to does not apply to list."),
        (["names", "chat"], "names takes chats or profiles, not 'chat'; did you mean chats?"),
        (["search", "", " "], "TEXT is empty: viperchat search TEXT..."),
        (
            ["show\u{1B}[2J\u{202E}"],
            "There is no command 'show␛[2J\u{FFFD}'; --help lists the commands."
        ),
    ])
    func `an invalid command line is refused with one sentence`(arguments: [String], message: String) {
        #expect(problem(arguments) == message)
    }

    @Test(arguments: [
        "2022-03-11", "2022-02-30T00:00:00Z", "2022-03-11T24:00:00Z", "2022-03-11T09:00:00", "2022-03-11T09:00:00Zzz",
        "2022-13-11T09:00:00Z", "now", "", "2022-03-11T09:60:00Z", "٢٠٢٢-03-11T09:00:00Z", "2022-03-11T09:00:00+99:99",
    ])
    func `a date has to be complete and valid`(text: String) {
        #expect(
            problem(["--virtual-time", "--start-at=\(text)"])
                == "--start-at takes a date such as 2022-03-11T09:00:00Z, not '\(text)'."
        )
    }

    @Test(arguments: ["", ".", "..", "a/b", "a b", "ä", "a\u{0}", String(repeating: "a", count: 65)])
    func `a profile name with other characters is refused`(name: String) throws {
        #expect(try #require(problem(["--profile=\(name)"])).hasPrefix("--profile takes up to 64 of the letters"))
    }

    @Test func `an error cuts a long word`() throws {
        #expect(try #require(problem([String(repeating: "x", count: 10_000)])).count < 250)
    }

    @Test func `random command lines parse or fail with one sentence`() {
        var generator = SplitMix64(seed: 5)
        let words = [
            "--seed", "7", "--", "-", "=", "list", "send", "--json", "Ada", "--x=\u{1B}", "", "--help", "show",
        ]
        for _ in 0..<500 {
            let arguments = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                words[Int.random(in: words.indices, using: &generator)]
            }
            guard let message = problem(arguments) else { continue }
            #expect(TerminalText.safe(message) == message)
            #expect(message.hasSuffix(".") || message.hasSuffix("?"))
        }
    }

    @Test func `an argument that is not UTF-8 is refused and nothing is sent`() throws {
        let script = "exec 2>&1; \"$0\" send Ada \"$(printf 'caf\\351')\" --virtual-time"
        let refused = try ChildProcess(shell: script, arguments: []).finish()
        #expect(refused.code == ExitCode.usage.rawValue)
        #expect(refused.lines == ["viperchat: 'caf\u{FFFD}', word 3 of the command line, is not UTF-8."])
    }
}

private func options(_ arguments: [String], environment: [String: String] = [:]) throws -> CommandLineOptions {
    guard case .run(let options) = try Invocation(arguments: arguments, environment: environment) else {
        throw UsageError("it prints")
    }
    return options
}

private func problem(_ arguments: [String]) -> String? {
    do throws(UsageError) {
        _ = try Invocation(arguments: arguments)
        return nil
    } catch {
        return error.message
    }
}
