import ChatApp
import ChatSession
import ChatStore
import ChatTypes
import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Testing
import Transport

@testable import HostKit

/// Commands that change a message or a chat, and `watch`, on the simulated server.
@Suite(.timeLimit(.minutes(20))) struct ScriptCommandTests {
    private static let john = ChatID("chat-john")

    @Test func `a message is edited, reacted to, answered and deleted by its ID`() throws {
        let (code, text) = try run { command in
            let session = command.container.application.session
            let id = try await session.send("helo", to: Self.john).rawValue
            let acts: [ChatAct] = [
                .edit(message: id, text: "hello"), .react(message: id, text: "👍", isSet: true),
                .react(message: id, text: "👍", isSet: true), .react(message: id, text: "👍", isSet: false),
            ]
            for act in acts {
                let code = try await command.perform(act, in: "John")
                guard code == .ok else { return code }
            }
            let reply = SendRequest(contact: "John", text: "and more", answered: id)
            guard try await command.send(reply) == .ok else { return .software }
            return try await command.perform(.delete(message: id), in: "John")
        }
        #expect(code == .ok)
        let events = try text.split(separator: "\n").map { try Event($0) }
        #expect(events.first?.text == "hello")
        #expect(events.map(\.reactions) == [0, 1, 1, 0, 0, 0, 0])
        #expect(
            events.filter { $0.answered != nil }.allSatisfy { $0.text == "and more" && $0.answered == events[0].id }
        )
        #expect(events.last?.isDeleted == true)
    }

    @Test func `a chat is marked as read, and the server is told before the command ends`() throws {
        let (code, text) = try run { command in
            let code = try await command.perform(.read(message: nil), in: "John")
            let session = command.container.application.session
            let (unread, due) = try await session.read { (try $0.unreadCount(), try $0.dueReceipts()) }
            #expect(unread == 0 && due.isEmpty)
            return code
        }
        #expect(code == .ok)
        #expect(text.isEmpty)
    }

    @Test(arguments: [
        (ChatAct.edit(message: "nothing", text: "x"), "John", "There is no message nothing in the chat with John"),
        (.read(message: "nothing"), "John", "There is no message nothing in the chat with John"),
        (.leave, "Jon", "There is no chat with Jon; did you mean John?"),
    ])
    func `an unknown chat or message is refused with its name`(_ act: ChatAct, _ chat: String, _ reason: String) throws
    {
        let (code, text) = try run { try await $0.perform(act, in: chat) }
        #expect(code == .dataError)
        #expect(try text.split(separator: "\n").map { try Event($0).text } == [reason])
    }

    @Test func `a message of another person is neither edited nor deleted`() throws {
        let (code, text) = try run { command in
            let session = command.container.application.session
            let timeline = try await session.read { try $0.timeline(of: Self.john, in: .newest(1)) }
            let id = timeline?.messages.first?.id.rawValue ?? ""
            let codes = [
                try await command.perform(.edit(message: id, text: "x"), in: "John"),
                try await command.perform(.delete(message: id), in: "John"),
            ]
            return codes == [.dataError, .dataError] ? .ok : .software
        }
        #expect(code == .ok)
        #expect(try text.split(separator: "\n").map { try Event($0) }.allSatisfy { $0.text.hasSuffix("is not yours") })
    }

    @Test func `a reaction may be named, and an unknown name is refused`() throws {
        let (code, text) = try run { command in
            let session = command.container.application.session
            let id = try await session.send("hello", to: Self.john)
            try await command.container.environment.clock.sleep(for: .seconds(5))
            func react(_ text: String) async throws -> ExitCode {
                try await command.perform(.react(message: id.rawValue, text: text, isSet: true), in: "John")
            }
            #expect(try await react(":+1:") == .ok)
            let timeline = try await session.read { try $0.timeline(of: Self.john, in: .newest(10)) }
            let reactions = timeline?.messages.first { $0.id == id }?.reactions.filter(\.isMine)
            #expect(reactions?.map(\.text) == ["👍"])
            return try await react(":th")
        }
        #expect(code == .dataError)
        #expect(text.contains("No emoji has the name :th"))
    }

    @Test func `nothing is done to a deleted message or an event, and no text answers a message that is not here`()
        throws
    {
        let (code, text) = try run { command in
            let session = command.container.application.session
            let clock = command.container.environment.clock
            let chat = try await session.createGroup(with: ["Ada", "Eve"], title: "Trip")
            let id = try await session.send("hello", to: chat).rawValue
            try await clock.sleep(for: .seconds(5))
            let acts: [ChatAct] = [.delete(message: id), .invite(person: "Ben")]
            for act in acts { #expect(try await command.perform(act, in: "Trip") == .ok, "\(act)") }
            try await clock.sleep(for: .seconds(5))
            let timeline = try await session.read { try $0.timeline(of: chat, in: .newest(20)) }
            let event = try #require(timeline?.messages.last { $0.event != nil }).id.rawValue
            for id in [id, event] {
                let react = ChatAct.react(message: id, text: "👍", isSet: true)
                #expect(try await command.perform(react, in: "Trip") == .dataError)
            }
            let reply = SendRequest(contact: "Trip", text: "yes", answered: "nothing")
            #expect(try await command.send(reply) == .dataError)
            #expect(try await session.read { try $0.chatsWithOutbox() }.isEmpty)
            return .ok
        }
        #expect(code == .ok)
        let texts = try text.split(separator: "\n").map { try Event($0).text }
        #expect(texts.count { $0.hasPrefix("Nothing can be done to the message ") } == 2, "\(texts)")
        #expect(texts.last == "There is no message nothing in the chat with Trip")
    }

    @Test func `a group is left and joined again`() throws {
        let (code, _) = try run { command in
            let session = command.container.application.session
            let chat = try await session.createGroup(with: ["Ada", "Ben"], title: "Trip")
            for (act, hasLeft) in [(ChatAct.leave, true), (.join, false), (.invite(person: "Eve"), false)] {
                guard try await command.perform(act, in: "Trip") == .ok else { return .software }
                try await command.container.environment.clock.sleep(for: .seconds(5))
                let state = try await session.read { try $0.timeline(of: chat, in: .newest(1))?.group?.hasLeft }
                #expect(state == hasLeft)
            }
            return .ok
        }
        #expect(code == .ok)
    }

    @Test func `nothing is sent to a chat that was left, and the command does not wait`() throws {
        let (code, text) = try run { command in
            let session = command.container.application.session
            let clock = command.container.environment.clock
            let chat = try await session.createGroup(with: ["Ada", "Ben"], title: "Trip")
            let id = try await session.send("hello", to: chat).rawValue
            try await clock.sleep(for: .seconds(5))
            guard try await command.perform(.leave, in: "Trip") == .ok else { return .software }
            try await clock.sleep(for: .seconds(5))
            let watch = Stopwatch(clock: clock)
            let acts: [ChatAct] = [
                .edit(message: id, text: "hallo"), .react(message: id, text: "👍", isSet: true), .delete(message: id),
                .invite(person: "Eve"),
            ]
            for act in acts { #expect(try await command.perform(act, in: "Trip") == .dataError, "\(act)") }
            #expect(try await command.send(SendRequest(contact: "Trip", text: "again")) == .dataError)
            #expect(try await command.send(SendRequest(contact: "Trip", text: "y", answered: id)) == .dataError)
            #expect(try await command.perform(.read(message: nil), in: "Trip") == .ok)
            #expect(watch.now < .seconds(1))
            #expect(try await session.read { try $0.chatsWithOutbox() }.isEmpty)
            return .ok
        }
        #expect(code == .ok)
        let texts = try text.split(separator: "\n").map { try Event($0).text }
        #expect(texts == Array(repeating: "You have left: nothing can be sent to the chat with Trip", count: 6))
    }

    @Test func `a chat of the list is changed without being opened, and a refusal is told`() throws {
        let (code, _) = try run { command in
            let session = command.container.application.session
            let listed = ListedChat(session)
            #expect(try await session.read { try $0.unreadCount() } == 1)
            for change in [ListedChatChange.notify(.mentions), .set(.favourite, true), .markRead, .resend] {
                #expect(await listed.perform(change, on: Self.john) == nil, "\(change)")
            }
            let chat = try await session.read { try $0.chats(limit: 1).first }
            #expect(chat?.notifications == .mentions && chat?.marks == [.favourite] && chat?.unreadCount == 0)
            let refusal = await listed.perform(.setMembership(.leave), on: Self.john)
            #expect(refusal?.isEmpty == false)
            return .ok
        }
        #expect(code == .ok)
    }

    @Test func `a file that cannot be read is refused before anything is sent`() throws {
        let (code, text) = try run { command in
            let code = try await command.send(SendRequest(contact: "Ada", text: "", file: "/nowhere/photo.png"))
            let count = try await command.container.application.session.read { try $0.chatCount() }
            #expect(count == 1)
            return code
        }
        #expect(code == .noInput)
        #expect(text.contains("/nowhere/photo.png cannot be read"))
    }

    @Test func `watch prints what happens until its time is over`() throws {
        let (code, text) = try run { command in
            async let watched = command.watch(WatchRequest(milliseconds: 60_000))
            try await command.container.environment.clock.sleep(for: .seconds(1))
            let session = command.container.application.session
            let id = try await session.send("hello", to: Self.john)
            try await command.container.environment.clock.sleep(for: .seconds(5))
            try await session.react("👍", to: id, in: Self.john)
            return try await watched
        }
        #expect(code == .ok)
        let lines = text.split(separator: "\n")
        #expect(lines.first == #"{"event":"watching"}"#)
        let events = try lines.dropFirst().map { try Event($0) }
        #expect(events.map(\.chat).allSatisfy { $0 == Self.john.rawValue })
        let own = events.filter { $0.text == "hello" }
        #expect(own.first?.state == "sending" && own.contains { $0.state == "read" })
        #expect(own.last?.reactions == 1)
        #expect(events.contains { $0.state == "received" }, "John answers")
        let answers = events.filter { $0.state == "received" }.map(\.id)
        #expect(Set(answers).count == answers.count, "each message of his comes once")
    }

    /// Runs a command in virtual time. Returns its exit code and its JSON.
    private func run(_ body: @escaping @Sendable (OneShotCommand) async throws -> ExitCode) throws -> (
        ExitCode?, String
    ) {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        let start = Date(timeIntervalSince1970: 1_646_989_200)
        let (clock, begin) = (executor.clock, executor.clock.now)
        let container = try AppContainer(
            time: AppTime(
                clock: clock,
                now: { start.addingTimeInterval(begin.duration(to: clock.now) / .seconds(1)) },
                calendar: .utcInUSEnglish
            ),
            network: .perfect,
            seed: 1,
            profile: nil
        )
        let output = LineOutput(descriptor: pipe.writeEnd)
        let command = OneShotCommand(
            container: container,
            printer: Printer(output: output, isJSON: true, style: .plain)
        )
        let code = executor.run(command, body)
        executor.run(for: .seconds(1))
        pipe.closeWriteEnd()
        return (code, String(decoding: pipe.readAll(), as: UTF8.self))
    }
}

/// The parts of a line of JSON that the tests look at.
private struct Event {
    let chat, id, state: String?
    let text: String
    let answered: String?
    let reactions: Int
    let isDeleted: Bool

    init(_ line: some StringProtocol) throws {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        chat = object["chat"] as? String
        id = object["id"] as? String
        state = object["state"] as? String
        text = object["text"] as? String ?? ""
        answered = (object["reply"] as? [String: Any])?["id"] as? String
        reactions = (object["reactions"] as? [Any])?.count ?? 0
        isDeleted = object["removed"] as? Bool ?? false
    }
}
