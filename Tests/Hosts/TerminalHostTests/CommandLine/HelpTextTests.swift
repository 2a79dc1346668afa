import Testing

@testable import TerminalHost

@Suite struct HelpTextTests {
    @Test func `the program's help lists every command and every option`() throws {
        #expect(
            try Invocation(arguments: ["--help"])
                == .print(
                    """
                    Usage: viperchat [COMMAND] [OPTIONS]

                    Chats in the terminal, with simulated contacts who answer; F1 or /help says how.

                    Commands:
                      (none)                chat: read and write, on the whole terminal
                      list                  print the chats
                      show CONTACT          print the latest messages of a chat
                      send CONTACT TEXT...  send a message
                      search TEXT...        find chats and messages
                      export                print everything that is stored
                      import FILE           take back what export --json wrote
                      login ADDRESS         make the profile that of a Matrix account
                      logout                end the account's login; its chats stay
                      whoami                print the profile's account
                      completions SHELL     print what completes these words in a shell
                      man                   print the manual page

                    Options:
                      --seed N            the simulated world's seed
                      --virtual-time      time leaps to whatever happens next
                      --start-at ISO8601  a virtual session's start (default 2022-03-11T09:00:00Z)
                      --network NAME      perfect, mobile or storm (default perfect)
                      --json              print one JSON object a line
                      --limit N           how many messages at most (default 50)
                      --before ID         the messages directly before one, by its id
                      --line              chat line by line, on a terminal too
                      --no-color          no colours, as with NO_COLOR set
                      --data-dir DIR      where the data lives
                      --profile NAME      which of several sets of data
                      --token             read an access token in place of a password
                      --private-receipts  tell no one what you read
                      --verbose           tell each request to a real server
                      --help              say what can be asked, of the command too, and end
                      --version           say which version this is, and end

                    viperchat COMMAND --help says more about a command.
                    """
                )
        )
    }

    @Test(arguments: [["-h"], ["help"], ["help", "--help"]])
    func `help is asked for as elsewhere`(arguments: [String]) throws {
        #expect(try Invocation(arguments: arguments) == .print(HelpText.program))
    }

    @Test(arguments: [
        ["send", "--help"], ["--help", "send"], ["send", "Ada", "--help", "--seed", "x"], ["help", "send"],
        ["send", "-h"],
    ])
    func `a command's help tells its words and its options`(arguments: [String]) throws {
        #expect(
            try Invocation(arguments: arguments)
                == .print(
                    """
                    Usage: viperchat send CONTACT TEXT... [OPTIONS]

                    Sends a message (- reads it), waits until the server has it, or ends with 69.

                    Options:
                      --seed N            the simulated world's seed
                      --virtual-time      time leaps to whatever happens next
                      --start-at ISO8601  a virtual session's start (default 2022-03-11T09:00:00Z)
                      --network NAME      perfect, mobile or storm (default perfect)
                      --json              print one JSON object a line
                      --no-color          no colours, as with NO_COLOR set
                      --data-dir DIR      where the data lives
                      --profile NAME      which of several sets of data
                      --verbose           tell each request to a real server
                      --help              say what can be asked, of the command too, and end
                      --version           say which version this is, and end
                    """
                )
        )
    }

    @Test func `help shows only the options that apply`() throws {
        #expect(!HelpText.command(try row("export")).contains("--seed"))
        #expect(HelpText.command(try row("export")).contains("--json"))
    }

    @Test func `help fits in 80 columns`() {
        for text in [HelpText.program] + CommandRow.all.map(HelpText.command) {
            for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }

    @Test func `the version is asked with or without a command`() throws {
        #expect(try Invocation(arguments: ["--version"]) == .print(HelpText.version))
        #expect(try Invocation(arguments: ["list", "--version"]) == .print(HelpText.version))
    }

    @Test func `help for what is not there is an error`() {
        #expect(throws: UsageError("There is no command 'sned'", didYouMean: "send")) {
            try Invocation(arguments: ["sned", "--help"])
        }
    }

    private func row(_ name: String) throws -> CommandRow {
        try #require(CommandRow.all.first { $0.name == name })
    }
}
