import ChatTypes
import HTTPClient
import JSONKit
import MatrixTransport
import OlmKit
import RuntimeKit
import SimulatedServer
import Synchronization
import Transport

/// Files, each transferred in one request of several parts. A request that breaks leaves nothing; an upload whose
/// answer is lost is repeated.
extension SimulatedHomeserver {
    /// Answers a media request. Returns `nil` for any other request.
    func media(_ request: HTTPRequest, _ call: HomeserverCall) async throws -> HTTPResponse? {
        switch (request.body, request.destination) {
        case (.parts(let count, let read)?, _):
            let bytes = try await receive(count, read)
            let file = try await network.request { try await self.keep(bytes, named: call.query["filename"] ?? "") }
            return Self.json(200, ["content_uri": .string(MatrixEvents.address(of: file).rawValue)])
        case (_, .parts(let offset, let receive)) where call.path.count == 4:
            let isAny = try await send(FileID(call.path[3]), from: offset, to: receive)
            return HTTPResponse(status: offset == 0 ? 200 : isAny ? 206 : 416)
        default: return nil
        }
    }

    /// Receives an upload. Errors of `read` are thrown unchanged, so parts are read outside of network requests.
    private func receive(_ count: Int64, _ read: HTTPBodyReader) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while Int64(bytes.count) < count {
            let missing = Int(count) - bytes.count
            bytes += try await read(Int64(bytes.count), min(missing, Limits.filePartBytes))
            if bytes.count < count { try await network.request {} }
        }
        return bytes
    }

    func keep(_ bytes: [UInt8], named name: String) async throws -> FileID {
        let number = uploadCount.wrappingAdd(1, ordering: .relaxed).newValue
        guard let chat = await server.chats.first?.id else { throw ServiceError.unreachable }
        let file = OutgoingFile(
            id: MessageID("media-\(number)"),
            chat: chat,
            name: name,
            type: "",
            byteCount: Int64(bytes.count),
            digest: SHA256.digest(of: bytes)
        )
        var offset = 0
        while true {
            let part = Array(bytes[offset...].prefix(Limits.filePartBytes))
            if case .whole(let place) = try await server.receive(part, at: Int64(offset), of: file) { return place }
            offset += part.count
        }
    }

    /// Sends a file from an offset. Returns whether the file had any bytes there.
    private func send(_ file: FileID, from start: Int64, to receive: HTTPBodyReceiver) async throws -> Bool {
        if let key = encryption?.state.withLock({ $0.files.key(of: file) }) {
            return try await send(file, encryptedWith: key, from: start, to: receive)
        }
        var offset = start
        while true {
            let place = offset
            let part = try await network.request { try await self.server.part(of: file, at: place) }
            if !part.isEmpty { try await receive(part) }
            offset += Int64(part.count)
            if part.count < Limits.filePartBytes { return offset > start }
        }
    }

    /// Sends a contact's encrypted file. The server has it readable.
    private func send(
        _ file: FileID,
        encryptedWith key: AttachmentKey,
        from start: Int64,
        to receive: HTTPBodyReceiver
    ) async throws -> Bool {
        let bytes = try await network.request { try await self.bytes(of: file) }
        var cipher = AttachmentEncryption(key)
        let sealed = cipher.encrypt(bytes).dropFirst(Int(start))
        for place in stride(from: 0, to: sealed.count, by: Limits.filePartBytes) {
            if place > 0 { try await network.request {} }
            try await receive(Array(sealed.dropFirst(place).prefix(Limits.filePartBytes)))
        }
        return !sealed.isEmpty
    }

    /// Returns all bytes of a file as the server has them.
    func bytes(of file: FileID) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let part = try await server.part(of: file, at: Int64(bytes.count))
            bytes += part
            if part.count < Limits.filePartBytes { return bytes }
        }
    }
}
