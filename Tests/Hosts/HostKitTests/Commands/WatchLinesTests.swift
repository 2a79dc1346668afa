import ChatSession
import ChatStore
import ChatTypes
import Foundation
import HostTesting
import RuntimeKit
import ScreenKit
import SimulationKit
import Testing
import Transport

@testable import HostKit

/// The events that a watch prints.
@Suite struct WatchLinesTests {
    private let history: HistoryPrinter

    init() {
        let environment = ChatEnvironment(
            clock: VirtualClock(),
            now: { Date(timeIntervalSince1970: 100) },
            calendar: .utcInUSEnglish,
            random: RandomSource(SplitMix64(seed: 1))
        )
        let printer = Printer(output: LineOutput(descriptor: -1), isJSON: false, style: .plain)
        history = HistoryPrinter(environment: environment, printer: printer)
    }

    private let offline = Connection(requests: .failing(.unreachable))
    private let online = Connection(requests: .working, liveLink: .open)

    @Test func `a problem of the connection is told when it begins, and again when it comes back`() throws {
        let text = try #require(offline.text)
        var lines = WatchLines(online)
        let told = [offline, offline, online, offline].map { lines.event(for: .connection($0), by: history) }
        #expect(told == [.problem(text), nil, nil, .problem(text)] && !lines.isOver)
        lines = WatchLines(offline)
        let known = lines.event(for: .connection(offline), by: history)
        #expect(known == nil, "it was printed before the watch began")
        let ended = Connection(requests: .failing(.unauthorized(text: "Log in again")))
        let last = lines.event(for: .connection(ended), by: history)
        #expect(last == ended.text.map { .problem($0) } && lines.isOver)
    }

    @Test func `each chat has its name above its events, once until another one's`() throws {
        let database = try ChatDatabase(.memory)
        let chats = [(ChatID("!a:test"), "Ada"), (ChatID("!b:test"), "Ben")]
        for (chat, name) in chats {
            let header = ChatHeader(
                id: chat,
                contact: Contact(id: ContactID("@\(name):test"), name: name),
                createdAt: Date(timeIntervalSince1970: 0)
            )
            _ = try database.write { try $0.apply(ChatUpdate(chat: header), announcing: false) }
        }
        let changes = try [0, 0, 1, 0].map { index in
            let chat = chats[index].0
            let timeline = try database.read { try $0.timeline(of: chat, in: .newest(1)) }
            return WatchedChange.state(try #require(timeline), in: chat)
        }
        var lines = WatchLines(online)
        var headings = changes.prefix(2).map { lines.heading(for: $0) }
        headings.append(lines.heading(for: .connection(offline)))
        headings += changes.dropFirst(2).map { lines.heading(for: $0) }
        #expect(headings == ["Ada", nil, nil, "Ben", "Ada"])
        let event = lines.event(for: changes[0], by: history)
        #expect(event == .state("You are in the chat", contact: ChatName("Ada", chats[0].0), place: .joined))
        let timeline = try database.read { try $0.timeline(of: chats[1].0, in: .newest(1)) }
        let unsent = WatchedChange.unsent(MessageID("m"), try #require(timeline), in: chats[1].0)
        let heading = lines.heading(for: unsent)
        let told = lines.event(for: unsent, by: history)
        #expect(heading == "Ben" && told == .unsent(.unsent(MessageID("m"), in: ChatName("Ben", chats[1].0))))
    }

    @Test func `a watch says when it begins, and that it lacks events`() {
        var lines = WatchLines(online)
        let told = [WatchedChange.began, .lost].map { lines.event(for: $0, by: history) }
        #expect(told == [.watching, .problem("Nothing read the output for too long: events are missing here")])
    }
}
