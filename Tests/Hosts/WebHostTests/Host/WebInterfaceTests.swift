import ChatApp
import ChatTypes
import Foundation
import HostKit
import HostTesting
import SimulationKit
import Testing
import Transport
import Verification

@testable import WebHost

@Suite struct WebInterfaceTests {
    private let interface: WebInterface

    init() throws {
        let container = try AppContainer(clock: VirtualClock())
        interface = WebInterface(application: container.application, files: ServedFiles(), fileKey: "key")
    }

    /// A stream whose connection is never used, because it is read only while something waits.
    private func stream(_ number: Int, of page: String) throws -> StateStream {
        let pointer = try #require(OpaquePointer(bitPattern: 16))
        let connection = ServedConnection(pointer: pointer)
        return StateStream(number: number, page: page, connection: connection, released: {})
    }

    private func text(in stream: StateStream) -> String {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = buffer.withUnsafeMutableBytes { stream.read(into: $0) }
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }

    private func post(_ page: String, number: Int, stream: Int = 1, painted: Int = 0) throws -> PagePost {
        let action = #"{"screen":"list","name":"more"}"#
        let body =
            #"{"page":"\#(page)","number":\#(number),"stream":\#(stream),"painted":\#(painted),"actions":[\#(action)]}"#
        return try #require(PagePost(Array(body.utf8)))
    }

    @Test func `a page is told its stream and the key to files, then the state`() async throws {
        let stream = try stream(1, of: "a")
        await interface.show(badge: 3)
        await interface.open(stream)
        let lines = text(in: stream).split(separator: "\n")
        #expect(lines.first == #"{"stream":1,"files":"key"}"#)
        #expect(lines.last?.contains(#""badge":3"#) == true)
    }

    @Test(arguments: [true, false])
    func `a page is told at once whether time passes with actions only`(isVirtual: Bool) async throws {
        let container = try AppContainer(clock: VirtualClock())
        let interface = WebInterface(
            application: container.application,
            files: ServedFiles(),
            fileKey: "key",
            isTimeVirtual: isVirtual
        )
        let stream = try stream(1, of: "a")
        await interface.open(stream)
        #expect(text(in: stream).contains(#""virtual":true"#) == isVirtual)
    }

    @Test func `a page is told of a verification on whatever screen it is`() async throws {
        let stream = try stream(1, of: "a")
        // As the app sees it: a call of the interface itself would be one of the protocol's method without effect.
        let shown: any AppInterface = interface
        await shown.report(VerificationViewState(id: 3, person: "Bob", stage: .asked, text: "Bob asks"))
        await interface.open(stream)
        #expect(text(in: stream).contains(#""verification":{"id":3,"person":"Bob","text":"Bob asks""#))
    }

    @Test(arguments: [SenderWarning.unencrypted, nil])
    func `a notification says whether nothing proves its sender`(warning: SenderWarning?) async throws {
        let stream = try stream(1, of: "a")
        await interface.open(stream)
        let notification = AppNotification(
            id: MessageID("m"),
            chat: ChatID("a"),
            title: "Ada",
            text: "pay Eve",
            senderWarning: warning
        )
        await interface.notify(notification)
        let text = text(in: stream)
        #expect(text.contains("pay Eve") && text.contains(#""warned":true"#) == (warning != nil))
    }

    @Test func `a repeated request is performed once, also over another stream`() async throws {
        await interface.open(try stream(1, of: "a"))
        #expect(await interface.accept(try post("a", number: 1)).count == 1)
        #expect(await interface.accept(try post("a", number: 1)).isEmpty)
        await interface.close(1)
        #expect(await interface.accept(try post("a", number: 2)).count == 1)
        await interface.open(try stream(2, of: "a"))
        #expect(await interface.accept(try post("a", number: 2, stream: 2)).isEmpty)
        #expect(await interface.accept(try post("a", number: 3, stream: 2)).count == 1)
    }

    @Test func `another page takes over, and the first can do nothing more`() async throws {
        let first = try stream(1, of: "a")
        await interface.open(first)
        #expect(await interface.accept(try post("a", number: 5)).count == 1)
        await interface.open(try stream(2, of: "b"))
        #expect(text(in: first).hasSuffix("{\"taken\":true}\n"))
        first.write(Array("more".utf8))
        #expect(text(in: first).isEmpty, "its stream has ended")
        #expect(await interface.accept(try post("a", number: 6)).isEmpty)
        #expect(await interface.accept(try post("b", number: 1, stream: 2)).count == 1, "it counts for itself")
    }

    @Test func `the end of a stream that was replaced leaves the new one open`() async throws {
        await interface.open(try stream(1, of: "a"))
        let second = try stream(2, of: "a")
        await interface.open(second)
        await interface.close(1)
        await interface.show(badge: 7)
        #expect(text(in: second).contains(#""badge":7"#))
    }

    @Test func `a painted state of an earlier stream counts nothing on the new one`() async throws {
        let second = try stream(2, of: "a")
        await interface.open(second)
        for badge in 1...2 { await interface.show(badge: badge) }
        _ = await interface.accept(try post("a", number: 1, stream: 1, painted: 2))
        let text = text(in: second)
        #expect(text.contains(#""badge":1"#) && !text.contains(#""badge":2"#))
    }

    @Test func `a file for a chat that was left is not sent, and the page says so`() async throws {
        let stream = try stream(1, of: "a")
        await interface.open(stream)
        let file = UploadedFile(chat: "gone", thread: nil, path: "/folder/a.txt", text: "")
        #expect(await interface.send(file), "nobody needs it any more")
        #expect(text(in: stream).contains("a.txt was not sent, because its chat was left"))
    }

    @Test func `a page that paints nothing is sent two states and no more`() async throws {
        let stream = try stream(1, of: "a")
        await interface.open(stream)
        for badge in 1...5 { await interface.show(badge: badge) }
        #expect(text(in: stream).split(separator: "\n").count == 3)
        _ = await interface.accept(try post("a", number: 0, painted: 2))
        #expect(text(in: stream).contains(#""badge":5"#))
    }
}
