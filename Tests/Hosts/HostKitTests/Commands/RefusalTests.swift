import ChatApp
import ChatTypes
import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Testing
import Transport

@testable import ChatSession
@testable import HostKit

/// Commands whose server refuses, or does not answer.
@Suite(.timeLimit(.minutes(20))) struct RefusalTests {
    /// Runs a command on a server that has a chat with Ada. Returns its exit code, the problems that it printed, and the time that it took.
    private func run(
        sending answer: ServiceError? = nil,
        _ body: @escaping @Sendable (OneShotCommand) async throws -> ExitCode
    ) throws -> (code: ExitCode?, problems: [String], time: Duration) {
        let (pipe, executor) = (PipeFake(), SimulationExecutor(seed: 1, schedule: .inOrder))
        let command = try OneShotCommand(
            on: executor.clock,
            with: RefusingServerFake(answer: answer, clock: executor.clock),
            printingTo: pipe
        )
        let start = executor.clock.now
        let code = executor.run(command, body)
        let time = start.duration(to: executor.clock.now)
        pipe.closeWriteEnd()
        let lines = String(decoding: pipe.readAll(), as: UTF8.self).split(separator: "\n").map(String.init)
        return (code, lines.filter { $0.hasPrefix("! ") }, time)
    }

    @Test func `a message that the server refuses is a failure with its reason`() throws {
        let refusal = ServiceError.refused(.notAllowed, text: "Not today")
        let (code, problems, _) = try run(sending: refusal) {
            try await $0.send(SendRequest(contact: "Ada", text: "hi"))
        }
        #expect(code == .unavailable)
        #expect(problems.last == "! The server refused the message: Not today", "\(problems)")
    }

    @Test func `a message without an answer is waited for two minutes, and stays in the outbox`() throws {
        let (code, problems, time) = try run(sending: .unreachable) {
            try await $0.send(SendRequest(contact: "Ada", text: "hi"))
        }
        #expect(code == .unavailable)
        let text = "! The server has not answered yet; what is not sent is sent when viperchat next runs"
        #expect(problems.last == text, "\(problems)")
        #expect(time >= .seconds(120) && time < .seconds(125))
    }

    @Test func `a file that takes minutes to upload is waited for`() throws {
        let folder = DataFolder()
        let path = folder.url.appending(path: "a.txt").path
        try Data("bread".utf8).write(to: URL(filePath: path))
        let (code, problems, time) = try run {
            try await $0.send(SendRequest(contact: "Ada", text: "", file: path))
        }
        #expect(code == .ok && problems.isEmpty, "\(problems)")
        #expect(time >= RefusingServerFake.uploadTime)
        withExtendedLifetime(folder) {}
    }

    @Test func `an edit and a reaction that the server refuses are failures`() throws {
        let (code, problems, _) = try run { command in
            let session = command.container.application.session
            let id = try await session.send("hi", to: RefusingServerFake.chat).rawValue
            try await command.container.environment.clock.sleep(for: .seconds(5))
            let acts: [ChatAct] = [
                .edit(message: id, text: "hello"), .react(message: id, text: "👍", isSet: true),
            ]
            for act in acts {
                let code = try await command.perform(act, in: "Ada")
                #expect(code == .unavailable, "\(act)")
            }
            return .ok
        }
        #expect(code == .ok)
        #expect(
            problems == [
                "! The server refused the edit: This server's messages cannot be changed",
                "! The server refused the reaction",
            ]
        )
    }

    @Test func `a message that was refused can be deleted in a chat that the user is out of`() throws {
        let (code, _, _) = try run(sending: .refused(.notAllowed, text: "Not today")) { command in
            let session = command.container.application.session
            let id = try await session.send("hi", to: RefusingServerFake.chat).rawValue
            try await command.container.environment.clock.sleep(for: .seconds(5))
            let left = NumberedStanding(ChatStanding(state: .removed(by: "Ada", reason: "")), number: 1)
            let update = ChatUpdate(chat: RefusingServerFake.header, standing: left)
            await session.liveLink.receive(.updates([update]))
            #expect(try await command.send(SendRequest(contact: "Ada", text: "so")) == .dataError)
            return try await command.perform(.delete(message: id), in: "Ada")
        }
        #expect(code == .ok)
    }

    @Test func `a room that is not here is not joined by sending to it`() throws {
        let (code, problems, _) = try run {
            try await $0.send(SendRequest(contact: "!room:test", text: "hi"))
        }
        #expect(code == .dataError)
        #expect(problems == ["! There is no such chat"])
    }
}

/// A server with one chat, which answers each message alike, takes its time for a file, and whose messages cannot be changed.
private struct RefusingServerFake: ChatService, PushSource, SocketSource {
    static let chat = ChatID("chat")
    static let header = ChatHeader(
        id: chat,
        contact: Contact(id: ContactID("ada"), name: "Ada"),
        createdAt: Date(timeIntervalSince1970: 0)
    )

    static let uploadTime = Duration.seconds(240)

    /// The answer to a message; nil accepts it.
    let answer: ServiceError?
    let clock: VirtualClock

    func sync(since cursor: SyncCursor?) async throws -> SyncPage {
        let updates = cursor == nil ? [ChatUpdate(chat: Self.header)] : []
        return SyncPage(updates: updates, next: SyncCursor("1"), isComplete: true)
    }

    func send(_ message: OutgoingMessage) async throws -> Message {
        if let answer { throw answer }
        return Message(
            id: message.id,
            author: .me,
            text: message.text,
            attachment: message.attachment,
            sentAt: Date(timeIntervalSince1970: 1),
            position: Position(1),
            predecessor: nil
        )
    }

    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        for _ in 1...8 {
            _ = try await read(0, 1)
            try await clock.sleep(for: Self.uploadTime / 8)
        }
        return FileID("file")
    }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws { throw await never() }
    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws { throw await never() }

    /// Waits until the caller's task is cancelled.
    private func never() async -> CancellationError {
        _ = await CoalescingQueue<Void>().takeAll()
        return CancellationError()
    }

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage { throw ServiceError.unreachable }
    func contacts(matching text: String, limit: Int) async throws -> [Contact] { [] }
    func picture(of contact: ContactID) async throws -> Picture? { nil }
    func createChat(with name: String) async throws -> ChatHeader { Self.header }
    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {}
    func setPresence(_ presence: Presence) async throws {}
}
