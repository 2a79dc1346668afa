import ChatApp
import ChatSession
import Foundation
import HostKit
import HostTesting
import JSONKit
import RuntimeKit
import SimulationKit
import Testing
import Transport

@testable import WebHost

/// Actions of a page on a running app in virtual time, and what a page is sent then.
@Suite final class ScreenModulesTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let application: Application
    private let interface: WebInterface
    private let app: Task<Void, Never>

    init() throws {
        let container = try AppContainer(clock: executor.clock)
        let application = container.application
        let interface = WebInterface(application: application, files: ServedFiles(), fileKey: "key")
        app = Task(executorPreference: executor) { await application.run(on: interface) }
        (self.application, self.interface) = (application, interface)
        executor.run(for: .seconds(5))
    }

    deinit {
        app.cancel()
        executor.run(for: .seconds(1))
    }

    private func run(_ work: @escaping @Sendable (WebInterface) async -> Void) {
        Task(executorPreference: executor) { [interface] in await work(interface) }
        executor.run(for: .seconds(5))
    }

    private func perform(_ screen: String, _ name: String, _ members: String = "") throws {
        let json = #"{"actions":[{"screen":"\#(screen)","name":"\#(name)"\#(members)}]}"#
        let action = try #require(PagePost(Array(json.utf8))?.actions.first)
        run { await $0.perform(action) }
    }

    /// Performs an action of John's chat.
    private func inChat(_ name: String) throws { try perform("chat", name, #","chat":"chat-john""#) }

    private func openJohn() throws { try perform("list", "open", #","chat":"chat-john""#) }

    /// Opens a page, whose connection is never used. Returns all that it is sent at first.
    private func page(_ number: Int = 1) throws -> JSONValue {
        let pointer = try #require(OpaquePointer(bitPattern: 16))
        let connection = ServedConnection(pointer: pointer)
        let stream = StateStream(number: number, page: "p", connection: connection, released: {})
        run { await $0.open(stream) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = buffer.withUnsafeMutableBytes { stream.read(into: $0) }
        let lines = buffer[..<max(0, count)].split(separator: UInt8(ascii: "\n"))
        return try JSONDocument(Array(try #require(lines.dropFirst().first))).root
    }

    private func stack() throws -> [String] { try page()["stack"]?.elements.compactMap(\.string) ?? [] }

    @Test func `a chat that is opened from the list takes the place of the one beside it`() throws {
        try perform("list", "create")
        try perform("form", "type", #","text":"Ada""#)
        try perform("form", "create")
        let first = try page()
        #expect(first["chatBar"]?["title"]?.string == "Ada" && first["form"] == nil)
        try openJohn()
        let second = try page()
        #expect(second["chatBar"]?["title"]?.string == "John")
        #expect(second["stack"]?.elements.compactMap(\.string) == ["list", "chat"])
    }

    @Test func `a form that was left is forgotten`() throws {
        try perform("list", "create")
        try perform("form", "type", #","text":"Ada""#)
        #expect(try page()["form"]?["name"]?.string == "Ada")
        try perform("form", "leave")
        let page = try page()
        #expect(page["stack"]?.elements.compactMap(\.string) == ["list"] && page["form"] == nil)
    }

    @Test func `a screen of the chat opens in the place of another one of it, which is forgotten`() throws {
        try openJohn()
        try inChat("details")
        let details = try self.page()
        #expect(details["stack"]?.elements.compactMap(\.string) == ["list", "chat", "details"])
        #expect(details["chatBar"]?["title"]?.string == "John", "the chat stays beside its details")
        try inChat("pins")
        let page = try page()
        #expect(page["stack"]?.elements.compactMap(\.string) == ["list", "chat", "pins"])
        #expect(page["details"] == nil && page["pins"]?["title"]?.string == "John")
        try inChat("pictures")
        let pictures = try self.page()
        #expect(pictures["stack"]?.elements.compactMap(\.string) == ["list", "chat", "pictures"])
        #expect(pictures["pins"] == nil)
    }

    @Test func `a form opens above the list alone, from whatever screen`() throws {
        try openJohn()
        try inChat("details")
        try perform("list", "create")
        #expect(try stack() == ["list", "form"])
    }

    @Test func `leaving a chat below its details leaves the details first`() throws {
        try openJohn()
        try inChat("details")
        try inChat("leave")
        #expect(try stack() == ["list", "chat"])
        try inChat("leave")
        #expect(try stack() == ["list"])
    }

    @Test func `a page that is gone looks at nothing`() throws {
        _ = try page(3)
        try perform("app", "focus", #","on":true"#)
        let focus = application.session.focus
        #expect(focus.isFocused)
        run { await $0.close(2) }
        #expect(focus.isFocused, "an earlier one of it ended")
        run { await $0.close(3) }
        #expect(!focus.isFocused)
    }

    @Test func `all is marked as read, and any screen but the list is left`() throws {
        #expect(try page()["badge"]?.integer == 1)
        try perform("app", "readAll")
        #expect(try page()["badge"]?.integer == 0)
        try openJohn()
        try perform("app", "leave")
        #expect(try stack() == ["list"])
        try perform("app", "leave")
        #expect(try stack() == ["list"])
    }

    @Test func `why the user's own devices cannot be compared is told, and no screen opens`() throws {
        try perform("details", "verifyOwn")
        let page = try page()
        #expect(
            page["notices"]?.elements.contains { $0["chat"] == nil && $0["text"]?.string?.isEmpty == false } == true
        )
        #expect(page["stack"]?.elements.compactMap(\.string) == ["list"])
    }

    @Test func `a file from the page is sent with the text that was typed for it`() throws {
        try openJohn()
        let folder = DataFolder()
        let path = folder.url.appending(path: "a.txt").path
        try Data("bread".utf8).write(to: URL(filePath: path))
        run { interface in
            let file = UploadedFile(chat: "chat-john", thread: nil, path: path, text: "Look")
            #expect(await interface.send(file), "it has been copied")
        }
        let rows = try page()["rows"]?["rows"]?.elements.map { $0.elements.last } ?? []
        let sent = rows.compactMap(\.self).first { $0["file"] != nil }
        #expect(sent?["text"]?.string == "Look" && sent?["file"]?["name"]?.string == "a.txt")
        withExtendedLifetime(folder) {}
    }

    @Test func `without a name, the newest chats are found`() throws {
        try perform("app", "find", #","text":" ""#)
        #expect(try page()["found"]?["chats"]?.elements.map { $0["title"]?.string } == ["John"])
    }

    @Test func `a chat is found by its name, and a message in it by its text`() throws {
        try perform("app", "find", #","text":"jo""#)
        try perform("app", "findIn", #","chat":"chat-john","text":"here""#)
        let page = try page()
        #expect(page["found"]?["text"]?.string == "jo")
        #expect(page["found"]?["chats"]?.elements.map { $0["title"]?.string } == ["John"])
        #expect(page["found"]?["chats"]?.elements.map { $0["unread"]?.integer } == [1])
        #expect(page["hits"]?["chat"]?.string == "chat-john" && page["hits"]?["messages"]?.elements.count == 1)
    }
}
