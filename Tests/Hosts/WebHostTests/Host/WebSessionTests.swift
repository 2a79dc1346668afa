import ChatApp
import ChatSession
import Foundation
import HostTesting
import RuntimeKit
import SimulationKit
import Synchronization
import Testing
import Transport

@testable import HostKit
@testable import WebHost

/// The virtual time that passes with what a page does.
@Suite struct WebSessionTests {
    /// Returns the milliseconds that pass with each event.
    private func milliseconds(of events: [WebEvent]) throws -> [Double] {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let clock = executor.clock
        let container = try AppContainer(clock: clock)
        let server = WebServer(
            random: RandomSource(SplitMix64(seed: 1)),
            spool: UploadFolder(FileManager.default.temporaryDirectory.appending(path: "session-\(UUID())"))
        ) { _ in }
        let session = WebSession(container: container, server: server, pace: .seconds(1))
        let (begin, rest, times) = (clock.now, RestOfEvents(events), Times())
        Task(executorPreference: executor) {
            _ = await session.run {
                times.add(begin.duration(to: clock.now) / .milliseconds(1))
                return rest.next()
            }
            times.end()
        }
        #expect(executor.run { times.hasEnded })
        let all = times.all
        return zip(all, all.dropFirst()).map { ($1 - $0).rounded() }
    }

    @Test func `at first nobody looks, notices wait for the page, and a file that nobody needs any more goes`() throws {
        let (executor, folder) = (SimulationExecutor(seed: 1, schedule: .inOrder), DataFolder())
        let container = try AppContainer(clock: executor.clock).adding(notices: ["The history was damaged"])
        let server = WebServer(
            random: RandomSource(SplitMix64(seed: 1)),
            spool: UploadFolder(folder.url.appending(path: "spool"))
        ) { _ in }
        let path = try #require(server.spool.path(forFileNamed: "a.txt"))
        try Data("bread".utf8).write(to: URL(filePath: path))
        let pointer = try #require(OpaquePointer(bitPattern: 16))
        let connection = ServedConnection(pointer: pointer)
        let stream = StateStream(number: 1, page: "p", connection: connection, released: {})
        let file = UploadedFile(chat: "gone", thread: nil, path: path, text: "")
        let (rest, times) = (RestOfEvents([.opened(stream), .uploaded(file)]), Times())
        let focus = Mutex<[Bool]>([])
        let session = WebSession(container: container, server: server, pace: .seconds(1))
        Task(executorPreference: executor) {
            _ = await session.run {
                focus.withLock { $0.append(container.application.session.focus.isFocused) }
                return rest.next()
            }
            times.end()
        }
        #expect(executor.run { times.hasEnded })
        #expect(focus.withLock { $0 } == [false, false, false])
        #expect(!FileManager.default.fileExists(atPath: path))
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = buffer.withUnsafeMutableBytes { stream.read(into: $0) }
        #expect(String(decoding: buffer[..<max(0, count)], as: UTF8.self).contains("The history was damaged"))
        // The folder goes with the server.
        withExtendedLifetime((folder, server)) {}
    }

    private func post(_ number: Int, _ actions: String) -> WebEvent {
        .posted(Array(#"{"page":"p","number":\#(number),"actions":[\#(actions)]}"#.utf8))
    }

    @Test func `a second passes with each action, an hour at most with a wait, and none with a report`() throws {
        let pointer = try #require(OpaquePointer(bitPattern: 16))
        let connection = ServedConnection(pointer: pointer)
        let stream = StateStream(number: 1, page: "p", connection: connection, released: {})
        let more = #"{"screen":"list","name":"more"}"#
        let waits = ["5", "5000", "0", "-1"].map { #"{"screen":"app","name":"wait","number":\#($0)}"# }
        let reports = ["visible", "focus"].map { #"{"screen":"app","name":"\#($0)"}"# }
        let actions = waits + reports + [more, "\(more),\(more)"]
        let file = UploadedFile(chat: "gone", thread: nil, path: "/nowhere/of/a.txt", text: "")
        let posts = actions.enumerated().map { post($0 + 1, $1) }
        let events = [WebEvent.opened(stream)] + posts + [post(1, more), .uploaded(file)]
        // Each event has a millisecond for its effects.
        let expected: [Double] = [1, 5001, 3_600_001, 1001, 1001, 1, 1, 1001, 2001, 1, 1001]
        #expect(try milliseconds(of: events) == expected)
    }
}

/// The events that a session has not taken yet, one at a time.
private final class RestOfEvents: Sendable {
    private let events: Mutex<[WebEvent]>

    init(_ events: [WebEvent]) { self.events = Mutex(events) }

    func next() -> [WebEvent] { events.withLock { $0.isEmpty ? [] : [$0.removeFirst()] } }
}

/// The times at which a session asked for events, until it ended.
private final class Times: Sendable {
    private let state = Mutex(([Double](), false))

    var all: [Double] { state.withLock { $0.0 } }
    var hasEnded: Bool { state.withLock { $0.1 } }

    func add(_ time: Double) { state.withLock { $0.0.append(time) } }
    func end() { state.withLock { $0.1 = true } }
}
