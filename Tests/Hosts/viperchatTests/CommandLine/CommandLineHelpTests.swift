import Testing

@testable import HostKit
@testable import viperchat

@Suite struct CommandLineHelpTests {
    @Test func `help lists every command and option`() throws {
        #expect(
            try Invocation(arguments: ["--help"])
                == .print(
                    """
                    Usage: viperchat [COMMAND] [OPTIONS]

                    Chats on Matrix, or with simulated contacts; F1 or /help shows the commands.

                    Commands:
                      (none)                  chat on the whole terminal
                      web                     chat on a page in your browser
                      list                    print the chats
                      show CONTACT            print the latest messages of a chat
                      send CONTACT [TEXT...]  send a message or a file
                      react CHAT ID EMOJI     react to a message
                      edit CHAT ID TEXT...    edit a message of yours
                      delete CHAT ID          delete a message of yours
                      read CHAT [ID]          mark messages as read
                      join CHAT               accept an invitation
                      leave CHAT              leave a chat
                      invite CHAT PERSON      invite a person to a group
                      watch [CHAT]            print what happens, until it is ended
                      search TEXT...          search chats and messages
                      export                  print all stored messages
                      import FILE             import the output of export --json
                      login ADDRESS           log in to a Matrix account
                      logout                  log out; stored chats stay
                      whoami                  print the profile's account
                      keys ACTION FILE        export or import encryption keys
                      recovery ACTION         status, new, restore or replace
                      devices [ACTION ID...]  your devices; list, verify, block, logout ...
                      keywords ACTION...      list, add or remove words that mention you
                      names KIND              print the names of chats or profiles
                      completions SHELL       print a shell completion script
                      man                     print the manual page

                    Options:
                      --seed N            seed of the simulated server
                      --virtual-time      skip to the next event instead of waiting
                      --start-at ISO8601  start of virtual time (default 2022-03-11T09:00:00Z)
                      --network NAME      perfect, mobile or storm (default perfect)
                      --json              print one JSON object per line
                      --file PATH         send a file; TEXT is its caption
                      --reply-to ID       answer the message with this ID
                      --remove            remove the reaction
                      --for TIME          end after TIME, such as 30s or 1h30m
                      --limit N           print at most N messages (default 50)
                      --before ID         print the messages before the one with this ID
                      --line              chat line by line, even on a terminal
                      --port N            the port of the page (default any free one)
                      --open              open the page in your browser
                      --no-markdown       send texts as typed, without formats
                      --no-color          use no colours, as with NO_COLOR
                      --data-dir DIR      the directory for the data
                      --profile NAME      use another profile, with data of its own
                      --from ACCOUNT      send from this one of your accounts
                      --browser           log in with a browser on this machine
                      --sso               log in by single sign-on, in a browser
                      --password          log in with a password
                      --token             log in with an access token
                      --device-name NAME  name this device in other clients
                      --private-receipts  send no read receipts to others
                      --no-typing         tell nobody that you are typing
                      --plain-chats       do not encrypt new chats and groups by default
                      --signed-only       share keys with signed devices only
                      --forget            delete the profile's chats and keys, too
                      --verbose           print each request to a real server
                      --help              print help, also for a command, and exit
                      --version           print the version and exit

                    viperchat COMMAND --help shows help for a command.
                    """
                )
        )
    }

    @Test(arguments: [["-h"], ["help"], ["help", "--help"]])
    func `-h and help print the help of the program`(arguments: [String]) throws {
        #expect(try Invocation(arguments: arguments) == .print(CommandLineHelp.program))
    }

    @Test(arguments: [
        ["send", "--help"], ["--help", "send"], ["send", "Ada", "--help", "--seed", "x"], ["help", "send"],
        ["send", "-h"],
    ])
    func `help for a command lists its arguments and options`(arguments: [String]) throws {
        #expect(
            try Invocation(arguments: arguments)
                == .print(
                    """
                    Usage: viperchat send CONTACT [TEXT...] [OPTIONS]

                    Sends a message (- reads standard input); exits with 69 if it cannot be sent.

                    Options:
                      --seed N            seed of the simulated server
                      --virtual-time      skip to the next event instead of waiting
                      --start-at ISO8601  start of virtual time (default 2022-03-11T09:00:00Z)
                      --network NAME      perfect, mobile or storm (default perfect)
                      --json              print one JSON object per line
                      --file PATH         send a file; TEXT is its caption
                      --reply-to ID       answer the message with this ID
                      --no-markdown       send texts as typed, without formats
                      --no-color          use no colours, as with NO_COLOR
                      --data-dir DIR      the directory for the data
                      --profile NAME      use another profile, with data of its own
                      --from ACCOUNT      send from this one of your accounts
                      --verbose           print each request to a real server
                      --help              print help, also for a command, and exit
                      --version           print the version and exit
                    """
                )
        )
    }

    @Test func `help for a command lists only the options that apply`() throws {
        #expect(!CommandLineHelp.command(try row("export")).contains("--seed"))
        #expect(CommandLineHelp.command(try row("export")).contains("--json"))
    }

    @Test func `ProgramText names the commands of the table`() {
        #expect(ProgramText.commandNames == CommandRow.all.dropFirst().map(\.name))
    }

    @Test func `help fits in 80 columns`() {
        for text in [CommandLineHelp.program] + CommandRow.all.map(CommandLineHelp.command) {
            for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }

    @Test func `--version prints the version with or without a command`() throws {
        #expect(try Invocation(arguments: ["--version"]) == .print(ProgramText.version))
        #expect(try Invocation(arguments: ["list", "--version"]) == .print(ProgramText.version))
    }

    @Test func `help for an unknown command is an error`() {
        #expect(throws: UsageError("There is no command 'sned'", didYouMean: "send")) {
            try Invocation(arguments: ["sned", "--help"])
        }
    }

    private func row(_ name: String) throws -> CommandRow {
        try #require(CommandRow.all.first { $0.name == name })
    }
}
