import ChatTypes
import Foundation
import MatrixTransport
import RuntimeKit
import SimulatedServer
import Synchronization
import Testing
import Transport

@testable import ChatSimulation

/// Files through the Matrix adapter and the simulated homeserver.
@Suite final class HomeserverFileTests: Sendable {
    private let stage: HomeserverStage

    init() throws { stage = try HomeserverStage() }

    private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) } }

    @Test(arguments: [0, 5, Limits.filePartBytes + 1])
    func `an uploaded file can be downloaded from any offset on another device`(count: Int) throws {
        try stage.play { [stage] in
            let (phone, chat) = (try stage.device("phone"), try #require(await stage.server.chats.first))
            let bytes = Self.bytes(count)
            let file = OutgoingFile(
                id: MessageID("born"),
                chat: chat.id,
                name: "a b.txt",
                type: "text/plain",
                byteCount: Int64(count),
                digest: SHA256.digest(of: bytes)
            )
            _ = try await phone.sync(since: nil)
            let place = try await phone.upload(file) { Array(bytes.dropFirst(Int($0)).prefix($1)) }
            #expect(try await phone.upload(file) { _, _ in [] } == place, "what is there is not read again")
            let attachment = AttachedFile(id: place, name: "a b.txt", type: "text/plain", byteCount: Int64(count))
            let message = OutgoingMessage(id: MessageID("born"), chat: chat.id, text: "", attachment: attachment)
            _ = try await stage.server.send(message.onServer)

            let tablet = try stage.device("tablet")
            let seen = try await tablet.sync(since: nil).updates.flatMap(\.messages).last
            #expect(seen?.attachment == attachment && seen?.text == "" && seen?.imageCount == 0)
            for offset in [0, count / 2] {
                let held = Mutex<[UInt8]>([])
                try await tablet.download(place, from: Int64(offset)) { part in held.withLock { $0 += part } }
                #expect(held.withLock(\.self) == Array(bytes[offset...]))
            }
        }
    }

    @Test func `a contact's picture arrives with its name, size, caption and edited caption`() throws {
        try stage.play { [stage] in
            let (phone, chat) = (try stage.device("phone"), try #require(await stage.server.chats.first))
            let sent = try await stage.server.contactSends(fileNamed: "../me.png", text: "Look", in: chat.id)
            try await stage.server.contactEdits(sent.id, to: "Look here", in: chat.id)
            let seen = try #require(try await phone.sync(since: nil).updates.flatMap(\.messages).last)
            #expect(seen.attachment?.name == "me.png" && seen.attachment?.byteCount == sent.attachment?.byteCount)
            #expect(seen.text == "Look here" && seen.imageCount == 1)
            let held = Mutex<[UInt8]>([])
            try await phone.download(try #require(seen.attachment).id, from: 0) { part in held.withLock { $0 += part } }
            #expect(held.withLock { Int64($0.count) } == sent.attachment?.byteCount)
        }
    }

    @Test func `downloading a missing file is refused`() throws {
        try stage.play { [stage] in
            let phone = try stage.device("phone")
            let error = await #expect(throws: ServiceError.self) {
                try await phone.download(FileID("mxc://simulated/upload-0"), from: 0) { _ in }
            }
            #expect(error?.isTemporary == false)
        }
    }
}

extension OutgoingMessage {
    /// The message as the simulated server expects it, without Matrix addresses.
    fileprivate var onServer: OutgoingMessage {
        let place = attachment.map { FileID(String($0.id.rawValue.dropFirst("mxc://simulated/".count))) }
        return OutgoingMessage(
            id: id,
            chat: chat,
            text: text,
            attachment: attachment.flatMap { file in place.map { file.placed(at: $0) } }
        )
    }
}
