import Chat
import ChatTypes
import Testing

@testable import HostKit

@Suite struct LineCommandTests {
    @Test(arguments: [
        ("", LineCommand.nothing), ("  \t", .nothing), ("/search", .search("")),
        ("/search  Ada  Lovelace ", .search("Ada  Lovelace")),
        ("/new", .new(nil)), ("/new Ada", .new("Ada")), ("/new A, B", .new("A, B")),
        ("/new \"Test Person\"", .new("Test Person")),
        ("/open 'Ben Li'", .open(.contact("Ben Li"))), ("/new \"A", .new("\"A")), ("/q", .quit),
        ("/new --plain 'Ben Li'", .plain(["Ben Li"])), ("/group --plain Ada, Ben", .plain(["Ada", "Ben"])),
        ("/ignore", .ignore(true, nil)), ("/ignore 'Ben Li'", .ignore(true, "Ben Li")),
        ("/unignore @a:test", .ignore(false, "@a:test")), ("/ignored", .ignored),
        ("/group Ada, Ben Li,Zoe, ", .group(["Ada", "Ben Li", "Zoe"])), ("/open 2", .open(.row(2))),
        ("/open Ada", .open(.contact("Ada"))),
        ("/open 0", .open(.contact("0"))), ("/open 007", .open(.contact("007"))),
        ("/open 99999999999999999999", .open(.contact("99999999999999999999"))), ("/list", .list), ("/more", .more),
        ("3", .open(.row(3))), (" 12 ", .open(.row(12))), ("/wait 1d", .wait(.seconds(86_400))),
        ("/help", .help), ("/quit ", .quit), ("/away", .away), ("/wait 30s", .wait(.seconds(30))),
        ("/account", .account(nil)), ("/account 'a b'", .account("a b")), ("/space", .space(nil)),
        ("/space 'My Work'", .space("My Work")), ("/order recent", .order(.recent)), ("/drafts", .drafts),
        ("/open ''", .open(.contact("''"))),
    ])
    func `the list parses its commands`(line: String, command: LineCommand) throws {
        #expect(try LineCommand(line, on: .chatList) == command)
    }

    @Test(arguments: [
        ("/add \"Ada L\"", .add("Ada L")), ("/remove 'Ada L'", .remove("'Ada L'")),
        ("Ada", LineCommand.text("Ada")), ("", .text("")), ("//Ada", .text("/Ada")), ("/create", .create),
        ("/add", .add(nil)), ("/add Ben Li", .add("Ben Li")), ("/remove Ben", .remove("Ben")),
        ("/back", .back),
    ])
    func `the form parses names and commands`(line: String, command: LineCommand) throws {
        #expect(try LineCommand(line, on: .createChat) == command)
    }

    @Test(arguments: [
        ("hello", LineCommand.text("hello")), ("", .text("")), ("  ", .text("  ")), (" /quit", .text(" /quit")),
        ("//quit", .text("/quit")), ("///", .text("//")), ("//", .text("/")), ("/earlier", .chat(.loadEarlier)),
        ("/resend", .chat(.resendFailed)), ("/delete", .delete(1)), ("/delete 3", .delete(3)),
        ("/unsend", .delete(1)), ("/unsend 3", .delete(3)),
        ("/edit It is six", .edit(1, "It is six")), ("/edit 2 six", .edit(2, "six")), ("/edit 6", .edit(1, "6")),
        ("/edit -1 x", .edit(1, "-1 x")), ("/reply yes", .reply(1, "yes")), ("/reply 2 yes", .reply(2, "yes")),
        ("/discard", .discard), ("/react :+1:", .react(1, ":+1:")), ("/react 2 ok", .react(2, "ok")),
        ("/reactions", .reactions(1)), ("/reactions 3", .reactions(3)),
        ("/poll Lunch? | Pizza | Soup", .chat(.startPoll("Lunch? | Pizza | Soup"))), ("/vote 1", .vote(1, [1])),
        ("/vote 3, 1 2", .vote(1, [3, 1, 2])), ("/vote 2: 1", .vote(2, [1])), ("/vote none", .vote(1, [])),
        ("/endpoll", .endPoll(1)), ("/endpoll 2", .endPoll(2)),
        ("/attach /tmp/a b.pdf", .attach("/tmp/a b.pdf")), ("/fetch", .download(1, isWanted: true)),
        ("/fetch 3", .download(3, isWanted: true)), ("/stop 2", .download(2, isWanted: false)),
        ("/view", .file(1, .view)), ("/view 2", .file(2, .view)), ("/save", .file(1, .save(to: nil))),
        ("/save 2", .file(2, .save(to: nil))), ("/save ~/new name", .file(1, .save(to: "~/new name"))),
        ("/save 2 ~/here", .file(2, .save(to: "~/here"))), ("/save 0", .file(1, .save(to: "0"))),
        ("/mute", .notify(.muted)), ("/unmute", .notify(.all)), ("/details", .chat(.showDetails)),
        ("/devices", .devices), ("/verify", .encryption(.verify(person: nil, device: nil))),
        ("/verify 'Ada L', D1", .encryption(.verify(person: "Ada L", device: "D1"))),
        ("/verify me", .verifyOwn(device: nil)), ("/verify me, D1", .verifyOwn(device: "D1")),
        ("/verify , D1", .encryption(.verify(person: nil, device: "D1"))),
        ("/verify Yes", .verification(.yes)), ("/verify no", .verification(.no)),
        ("/verify cancel", .verification(.cancel)),
        ("/block D1", .encryption(.setBlocked(true, device: "D1"))),
        ("/unblock D1", .encryption(.setBlocked(false, device: "D1"))),
        ("/acknowledge", .acknowledge),
        ("/pictures", .pictures), ("/join", .join), ("/leave", .leave), ("/read", .chat(.markRead)),
        ("/read all", .readAll),
        ("/rename \"Our Trip\"", .change([.rename("Our Trip")])), ("/unban 'Ada L'", .change([.unban("Ada L")])),
        ("/back", .back), ("/wait 1m30s", .wait(.seconds(90))), ("a\u{0}b\r", .text("a\u{0}b\r")),
        ("/later", .chat(.showLater)), ("/unread", .chat(.showFirstUnread)), ("/mention", .chat(.showMention)),
        ("/end", .chat(.showNewest)), ("/mark-unread", .chat(.set(.unread, true))),
        ("/favourite", .chat(.set(.favourite, true))), ("/unfavourite", .chat(.set(.favourite, false))),
        ("/thread", .thread(1)), ("/thread 2", .thread(2)), ("/threads", .chat(.showThreads)),
        ("/readers 2", .readers(2)), ("/notify none", .notify(.muted)), ("/forget", .chat(.setMembership(.forget))),
        ("/encrypt", .encrypt(nil)), ("/encrypt Yes", .encrypt(true)), ("/encrypt no", .encrypt(false)),
        ("/invite Ada, 'Ben Li',", .change([.invite("Ada"), .invite("Ben Li")])),
        ("/ban 'Ben Li', spam, again", .change([.ban("Ben Li", reason: "spam, again")])),
        ("/ban Ben", .change([.ban("Ben", reason: "")])), ("/topic", .change([.setTopic("")])),
        ("/topic On Sunday", .change([.setTopic("On Sunday")])),
        ("/role Ada, MOD", .change([.setRole("Ada", .moderator)])),
    ])
    func `a chat parses text and commands`(line: String, command: LineCommand) throws {
        #expect(try LineCommand(line, on: .chat) == command)
    }

    @Test(arguments: [
        ("", LineCommand.nothing), ("/more", .more), ("/mute", .notify(.muted)), ("/unmute", .notify(.all)),
        ("/notify mentions", .notify(.mentions)), ("/leave", .leave), ("/join", .join), ("/back", .back),
    ])
    func `a chat's details parse commands only`(line: String, command: LineCommand) throws {
        #expect(try LineCommand(line, on: .chatDetails) == command)
    }

    @Test(arguments: [
        ("", LineCommand.nothing), ("2", .row(2)), (" 12 ", .row(12)), ("/more", .more), ("/back", .back),
    ])
    func `a chat's pictures parse numbers and commands`(line: String, command: LineCommand) throws {
        #expect(try LineCommand(line, on: .sharedPictures) == command)
    }

    @Test(arguments: [
        ("2", LineCommand.row(2)), ("/unpin 2", .pin(2, false)), ("/unpin", .pin(1, false)), ("/more", .more),
    ])
    func `pinned messages parse numbers and commands`(line: String, command: LineCommand) throws {
        #expect(try LineCommand(line, on: .pinnedMessages) == command)
        #expect(throws: LineCommandError.self) { try LineCommand("/pin", on: .pinnedMessages) }
    }

    @Test(arguments: [
        "/role Ada", "/role , admin", "/role Ada, m", "/ban , spam", "/invite ,", "/vote 1 x", "/vote x", "/vote 0: 1",
        "/endpoll 0", "/encrypt perhaps", "/read some", "/notify some",
    ])
    func `a command whose words mean nothing is refused, and not taken for another`(line: String) {
        #expect(problem(line, on: .chat)?.contains(" needs ") == true)
    }

    @Test func `a chat parses the name of the chat that a message is forwarded to`() throws {
        #expect(try LineCommand("/forward Ada Lovelace", on: .chat) == .forward(1, to: "Ada Lovelace"))
        #expect(try LineCommand("/forward 3 'Ada'", on: .chat) == .forward(3, to: "Ada"))
        #expect(throws: LineCommandError.self) { try LineCommand("/forward", on: .chat) }
    }

    @Test func `a chat parses a day`() throws {
        #expect(try LineCommand("/date 2026-11-03", on: .chat) == .chat(.showDate("2026-11-03")))
        #expect(throws: LineCommandError.self) { try LineCommand("/date", on: .chat) }
    }

    @Test func `a chat parses pins`() throws {
        #expect(try LineCommand("/pins", on: .chat) == .chat(.showPins))
        #expect(try LineCommand("/pin", on: .chat) == .pin(1, true))
        #expect(try LineCommand("/unpin 3", on: .chat) == .pin(3, false))
        #expect(throws: LineCommandError.self) { try LineCommand("/pin 0", on: .chat) }
    }

    @Test(arguments: [
        ("/mute", LineCommand.notify(.muted)), ("/mute 3", .listed(3, .notify(.muted))),
        ("/pictures 12", .listed(12, .pictures)),
        ("/notify mentions 3", .listed(3, .notify(.mentions))), ("/read 3", .listed(3, .chat(.markRead))),
        ("/read all", .readAll), ("/leave 1", .listed(1, .leave)), ("/details 2", .listed(2, .chat(.showDetails))),
    ])
    func `on the list a command about a chat may end with the number of a row`(line: String, command: LineCommand)
        throws
    {
        #expect(try LineCommand(line, on: .chatList) == command)
    }

    @Test(arguments: [("/mute Ada", "/mute takes no argument."), ("/mute 0", "/mute takes no argument.")])
    func `any other word behind a command about a listed chat is refused`(line: String, message: String) {
        #expect(throws: LineCommandError(message: message)) { try LineCommand(line, on: .chatList) }
        #expect(throws: LineCommandError(message: message)) { try LineCommand("/mute 3", on: .chat) }
    }

    @Test(arguments: [
        (
            "0", .sharedPictures,
            """
            Only commands work in a chat's pictures; a number shows the message with that picture. \
            Commands here: /more /verify /back /wait /away /help /quit.
            """
        ),
        (
            "/group Ada", ScreenName.chatList,
            "/group needs NAME, NAME, not 'Ada': start a group, encrypted likewise; separate the names with commas."
        ),
        (
            "hello", .chatDetails,
            """
            Only commands work in a chat's details; /back returns to the chat. \
            Commands here: /more /remove /devices /verify /block /unblock /acknowledge /mute /unmute /notify /invite /ban /unban /rename /topic /role /join /leave /ignore /unignore /ignored /back /wait /away /help /quit.
            """
        ),
        (
            "/serch x", .chatList,
            "Unknown command '/serch'; did you mean /search? Commands here: /open /new /group /search /account /order /space /drafts /list /more /read /mark-unread /favourite /unfavourite /resend /details /pictures /verify /mute /unmute /notify /join /leave /ignore /unignore /ignored /forget /wait /away /help /quit."
        ),
        (
            "/open Ada", .createChat,
            """
            /open works in the list, not in a new chat. Type // for text that begins with a slash. \
            Commands here: /add /remove /encrypt /create /verify /back /wait /away /help /quit.
            """
        ),
        (
            "/usr/bin is full", .createChat,
            """
            Unknown command '/usr/bin'. Type // for text that begins with a slash. \
            Commands here: /add /remove /encrypt /create /verify /back /wait /away /help /quit.
            """
        ),
        (
            "/create", .chatList,
            """
            /create works in a new chat, not in the list. \
            Commands here: /open /new /group /search /account /order /space /drafts /list /more /read /mark-unread /favourite /unfavourite /resend /details /pictures /verify /mute /unmute /notify /join /leave /ignore /unignore /ignored /forget /wait /away /help /quit.
            """
        ),
        (
            "serch Ada", .chatList,
            """
            Only commands work in the list; did you mean /search? \
            Commands here: /open /new /group /search /account /order /space /drafts /list /more /read /mark-unread /favourite /unfavourite /resend /details /pictures /verify /mute /unmute /notify /join /leave /ignore /unignore /ignored /forget /wait /away /help /quit.
            """
        ),
        (
            "//hello", .chatList,
            """
            Only commands work in the list; open a chat to write. \
            Commands here: /open /new /group /search /account /order /space /drafts /list /more /read /mark-unread /favourite /unfavourite /resend /details /pictures /verify /mute /unmute /notify /join /leave /ignore /unignore /ignored /forget /wait /away /help /quit.
            """
        ),
        (
            "0", .chatList,
            """
            Only commands work in the list; open a chat to write. \
            Commands here: /open /new /group /search /account /order /space /drafts /list /more /read /mark-unread /favourite /unfavourite /resend /details /pictures /verify /mute /unmute /notify /join /leave /ignore /unignore /ignored /forget /wait /away /help /quit.
            """
        ),
        ("/quit now", .chat, "/quit takes no argument."),
        ("/open", .chatList, "/open needs NAME or NUMBER: open a chat."),
        (
            "/order oldest", .chatList,
            "/order needs ORDER, not 'oldest': sort the chats: favourites first, unread first, or recent for the newest."
        ),
        ("/wait", .chat, "/wait needs TIME: let time pass, such as 500ms, 30s or 1m30s; at most a day."),
        ("/wait 30", .chat, "/wait needs TIME, not '30': let time pass, such as 500ms, 30s or 1m30s; at most a day."),
    ])
    func `an invalid line is refused with the possible commands`(line: String, screen: ScreenName, message: String) {
        #expect(throws: LineCommandError(message: message)) { try LineCommand(line, on: screen) }
    }

    @Test(arguments: ["/group", "/group --plain"])
    func `a group with a name that none can have is refused, so that no other chat is created`(command: String) {
        let line = "\(command) \u{200E}Ada, Ben"
        #expect(problem(line, on: .chatList)?.contains("printable characters only") == true)
    }

    @Test func `an error is safe on a terminal`() {
        #expect(problem("/\u{1B}]0;x\u{7}\u{202E}", on: .chat)?.contains("'/␛]0;x␇\u{FFFD}'") == true)
    }

    @Test(arguments: ScreenName.allCases) func `a screen's help lists exactly the commands that it parses`(
        screen: ScreenName
    ) {
        for row in LineCommandRow.all {
            let needed = [
                "/wait": " 1s", "/open": " x", "/edit": " x", "/react": " x", "/reply": " x", "/group": " x, y",
                "/remove": " x", "/attach": " x", "/me": " x", "/invite": " x",
                "/ban": " x", "/unban": " x", "/rename": " x", "/notify": " all", "/role": " x, admin",
                "/block": " x", "/unblock": " x", "/unignore": " x", "/order": " recent",
                "/date": " today", "/forward": " x", "/poll": " x | y | z", "/vote": " 1",
            ]
            let line = row.name + needed[row.name, default: ""]
            let isInHelp = LineCommand.help(on: screen).contains { $0.hasPrefix("  \(row.usage(on: screen))  ") }
            #expect((problem(line, on: screen) == nil) == isInHelp, "\(line)")
        }
    }

    @Test(arguments: [ScreenName.chatList, .chatDetails, .sharedPictures], ["yes", "no", "cancel"])
    func `an answer to a verification without a slash is told where it belongs`(screen: ScreenName, line: String) {
        #expect(problem(line, on: screen)?.contains("; /verify \(line) answers a verification. Commands") == true)
        #expect(problem(line, on: .verification) == nil)
    }

    @Test func `help lists the form's commands`() {
        #expect(
            LineCommand.help(on: .createChat) == [
                "  NAME                   type a name or its beginning",
                "  //NAME                 type a name that begins with a slash",
                "  /add [NAME]            add NAME, or the name typed, to a group",
                "  /remove NAME           remove a name; in a group a person, with a reason after a comma",
                "  /encrypt [yes or no]   encrypt the chat from now on, for good; no: leave a new one unencrypted",
                "  /create                create the chat",
                "  /verify [WHO, DEVICE]  compare emoji; me: your own device; /verify yes, no or cancel answers",
                "  /back                  go back",
                "  /wait TIME             let time pass, such as 500ms, 30s or 1m30s; at most a day",
                "  /away                  act as away until the next line",
                "  /help                  show this help",
                "  /quit                  quit",
            ]
        )
    }
}

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("2m", .seconds(120)), ("1h", .seconds(3600)),
        ("1m30s", .seconds(90)), ("1h0m1s5ms", .milliseconds(3_601_005)), ("0s", .zero), ("24h", .seconds(86_400)),
        ("86400000ms", .seconds(86_400)), ("1d", .seconds(86_400)), ("2M", .seconds(120)),
    ])
    func `durations are parsed`(text: String, length: Duration) {
        #expect(DurationText.parse(text) == length)
    }

    @Test(arguments: [
        "", "s", "30", "1.5s", "-1s", "+1s", "1s1s", "30s1m", "1 s", "25h", "24h1ms", "99999999h", "100000000ms", "2d",
        "1d1s",
        "١s",
        "1s x", "9999999999999999999s", "1e3s",
    ])
    func `invalid durations and durations over a day are refused`(text: String) {
        #expect(DurationText.parse(text) == nil)
    }
}

private func problem(_ line: String, on screen: ScreenName) -> String? {
    do throws(LineCommandError) {
        _ = try LineCommand(line, on: screen)
        return nil
    } catch {
        return error.message
    }
}
