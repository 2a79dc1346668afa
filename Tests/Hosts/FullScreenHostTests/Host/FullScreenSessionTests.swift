import CSystem
import ChatTypes
import Foundation
import HostKit
import HostTesting
import RuntimeKit
import SimulationKit
import Synchronization
import Testing
import ThreadTesting

@testable import FullScreenHost

/// A whole session on a terminal, with all data in memory and in virtual time, of which five seconds pass with each key.
@Suite(.ownThread) struct FullScreenSessionTests {
    private static let pace = Duration.seconds(5)

    /// What a user sees at the end of a step, and what was written since the step before.
    private struct Screen {
        let rows: [String]
        let text: String
        let time: VirtualClock.Instant

        var titles: [String] { text.matches(of: /\u{1B}\]2;([^\u{7}]*)\u{7}/).map { String($0.1) } }
        /// Whether the bell was rung; within a control string its byte rings nothing.
        var rings: Bool { text.replacing(/\u{1B}\][^\u{7}]*\u{7}/, with: "").contains("\u{7}") }

        func contains(_ text: String) -> Bool { rows.contains { $0.contains(text) } }
    }

    /// Returns the screen at the start, and after each step.
    ///
    /// - Parameter accounts: the accounts of one app, each with a server of its own; empty for an app with one.
    private func screens(
        _ settings: Settings = Settings(),
        of accounts: [AccountName] = [],
        after steps: [TerminalEvent]...
    ) throws -> [Screen] {
        let (ends, executor) = (
            try TerminalEnds(rows: 24, columns: 79), SimulationExecutor(seed: 1, schedule: .inOrder)
        )
        let parts = try accounts.map { (name: $0, container: try AppContainer(clock: executor.clock)) }
        var capabilities = TerminalFake.capabilities
        capabilities.scrollColumnsUp = nil
        let signals = try SignalPipe()
        let terminal = try ScreenTerminal(ends.far, capabilities, signals: signals, hasMouse: false)
        let session = FullScreenSession(
            container: try parts.isEmpty ? AppContainer(clock: executor.clock) : AppContainer(joining: parts),
            settings: settings,
            theme: Theme(colorCount: 0),
            signals: signals,
            problems: [],
            chafa: nil,
            pace: Self.pace
        )
        let clock = executor.clock
        let rest = Mutex(steps)
        let shown = Mutex(TerminalFake(rows: 24, columns: 79))
        let screens = Mutex<[Screen]>([])
        let code = Mutex<ExitCode?>(nil)
        Task(executorPreference: executor) {
            let ended = await session.run(on: terminal) {
                let text = ends.written()
                let rows = shown.withLock { fake in
                    fake.take(Self.withoutStrings(text))
                    return fake.rows.map { row in String(row.map { $0.last ?? " " }) }
                }
                screens.withLock { $0.append(Screen(rows: rows, text: text, time: clock.now)) }
                return rest.withLock { $0.isEmpty ? .ended : .events($0.removeFirst()) }
            }
            code.withLock { $0 = ended }
        }
        #expect(executor.run { code.withLock { $0 != nil } })
        #expect(code.withLock { $0 } == .ok)
        executor.run(for: .seconds(1))
        withExtendedLifetime(ends) {}
        return screens.withLock { $0 }
    }

    /// The bytes without xterm's sequences, which the fake does not know, and with a returning carriage as it knows it.
    private static func withoutStrings(_ text: String) -> [UInt8] {
        text.replacing(/\u{1B}\][^\u{7}]*\u{7}|\u{1B}\[[?0-9;]*[a-z]/, with: "").utf8
            .flatMap { $0 == UInt8(ascii: "\r") ? Array("\u{1}t0;".utf8) : [$0] }
    }

    /// Types a command.
    private func command(_ text: String) -> [TerminalEvent] { [.paste(text), .key(Key(.enter))] }

    @Test func `what the list cannot know is looked up, and the answer is shown`() throws {
        let screens = try screens(
            after: command("/open Zed"),
            [.key(.alt("9"))],
            command("/favourite 1"),
            [.key(.control("g"))],
            [.paste("zz")],
            [.key(Key(.escape))] + command("/drafts"),
            [.key(.alt("1"))],
            command("/read all")
        )
        let told = [
            "Chats", "There is no chat with Zed; start one with /new", "There is no chat 9", "★",
            "> John [1]", "No chat has this name", "Chats with drafts", "There is no chat 1",
            "All chats are marked as read",
        ]
        #expect(screens.count == told.count)
        for (screen, text) in zip(screens, told) { #expect(screen.contains(text), "\(text): \(screen.rows)") }
        #expect(screens.first?.titles.last == "(1) viperchat" && screens.last?.titles == ["viperchat"])
    }

    @Test func `an unread chat opens, is read, and answers what is asked about its messages`() throws {
        let screens = try screens(
            after: [.key(.alt("a"))],
            [.key(.alt("a"))],
            command("/find here"),
            [.key(.text("y"))],
            [.key(Key(.escape))] + command("/readers"),
            [.key(.control("l"))]
        )
        try #require(screens.count == 7)
        #expect(screens[0].rows[0].hasPrefix("Chats") && screens[1].rows[0].hasPrefix("John"))
        #expect(screens[1].titles.last == "viperchat")
        #expect(screens[2].contains("Nothing else is unread"))
        #expect(screens[3].contains("Match 1 of 1"))
        #expect(screens[4].text.contains("\u{1B}]52;c;"), "the message is in the clipboard")
        #expect(screens[5].contains("the state of your messages says whether they are read"))
        #expect(screens[6].text.contains("\u{1}c;") && screens[6].rows[0].hasPrefix("John"), "it is drawn anew")
    }

    @Test func `of two accounts each chat is its own, and all of both is counted, found and read`() throws {
        let accounts = [AccountName("@me:home"), AccountName("@me:work")]
        let screens = try screens(
            of: accounts,
            after: command("/favourite 1"),
            command("/favourite 2"),
            [.key(.control("g"))],
            [.key(Key(.escape))] + command("/read all")
        )
        try #require(screens.count == 5)
        #expect(screens.prefix(3).map { $0.rows.joined().count { $0 == "★" } } == [0, 1, 2])
        #expect(accounts.allSatisfy { screens[3].contains("John (\($0))") }, "\(screens[3].rows)")
        #expect(screens[0].titles.last == "(2) viperchat" && screens[4].titles.last == "viperchat")
        let opened = try self.screens(of: accounts, after: [.key(.alt("a"))], [.key(.alt("a"))])
        try #require(opened.count == 3)
        let headings = opened.dropFirst().map { $0.rows[0] }
        #expect(accounts.allSatisfy { account in headings.count { $0.contains("as \(account)") } == 1 }, "\(headings)")
        #expect(opened.map(\.titles.last) == ["(2) viperchat", "(1) viperchat", "viperchat"])
    }

    @Test(arguments: [true, false])
    func `the settings say how an answer is announced, and a wait takes its time`(isOn: Bool) throws {
        let settings = Settings(hasBell: isOn, hasTitle: isOn, notifications: isOn ? .osc9 : .off)
        let screens = try screens(
            settings,
            after: [.key(.alt("1"))],
            command("hello"),
            [.key(Key(.escape))],
            command("/wait 5m"),
            [.mode(69, canChange: true)]
        )
        try #require(screens.count == 6)
        #expect(screens.contains { $0.rings } == isOn)
        #expect(screens.contains { $0.text.contains("\u{1B}]9;John: ") } == isOn)
        #expect(screens.contains { !$0.titles.isEmpty } == isOn)
        let times = zip(screens, screens.dropFirst()).map { $0.time.duration(to: $1.time) }
        #expect(times == [.seconds(5), .seconds(10), .seconds(5), .seconds(310), .zero], "an answer takes no time")
    }
}

/// Both ends of a pseudo-terminal.
private final class TerminalEnds: Sendable {
    private let near: Int32
    /// The program's end.
    let far: Int32

    init(rows: UInt16, columns: UInt16) throws {
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&ours, &theirs, nil, nil, &size) == 0)
        (near, far) = (ours, theirs)
    }

    deinit { for end in [near, far] { close(end) } }

    /// Returns what the program has written since the last call.
    func written() -> String {
        let end = Array("\u{4}END".utf8)
        _ = write(far, end, end.count)
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 14))
        while !bytes.suffix(end.count).elementsEqual(end) {
            let count = read(near, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes.dropLast(end.count), as: UTF8.self)
    }
}
