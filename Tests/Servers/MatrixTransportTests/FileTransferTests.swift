import ChatTypes
import HTTPClient
import Synchronization
import Testing
import Transport

@testable import MatrixTransport

@Suite struct FileTransferTests {
    private static let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    private static let file = OutgoingFile(
        id: MessageID("born"),
        chat: room,
        name: "ä&b.png",
        type: "image/png",
        byteCount: 5000,
        digest: ""
    )
    private static let place = FileID("mxc://test/abc")
    private static let read: FileReading = { offset, count in
        Array(FileTransferTests.bytes[Int(offset)..<min(5000, Int(offset) + count)])
    }

    /// A homeserver that accepts files and has one; other responses of the test take precedence.
    private func world(_ said: [String: HTTPResponse] = [:], in folder: Folder? = nil) throws -> TransportFixture {
        let world = try TransportFixture(in: folder)
        world.http.answer = { call in
            if let response = said[call.line] { return response }
            return switch call.line {
            case "GET v1/media/config": .json(#"{"m.upload.size":5000}"#)
            case "POST media/v3/upload": .json(#"{"content_uri":"mxc://test/abc"}"#)
            case "GET v1/media/download/test/abc": HTTPResponse(status: 200, body: Self.bytes)
            default: .failure(404, "M_UNRECOGNIZED")
            }
        }
        return world
    }

    private func upload(_ world: TransportFixture, _ read: @escaping FileReading = Self.read) throws -> FileID {
        try world.result { try await $0.upload(Self.file, reading: read) }
    }

    private func download(_ world: TransportFixture, _ file: FileID = Self.place, from offset: Int64 = 0) throws
        -> [UInt8]
    {
        let parts = Recorder<[UInt8]>()
        try world.result { try await $0.download(file, from: offset) { parts.record($0) } }
        return Array(parts.all.joined())
    }

    // MARK: Uploads

    @Test func `a file is uploaded in one request with its name and type, and has an address`() throws {
        let world = try world()
        #expect(try upload(world) == Self.place)
        let call = try world.http.calls.last.unwrapped()
        #expect(call.line == "POST media/v3/upload" && call.query == ["filename": "ä&b.png"])
        #expect(call.sent == Self.bytes)
        #expect(call.request.fields.contains(HTTPField("Content-Type", "image/png")))
        #expect(call.request.fields.contains(HTTPField("Authorization", "Bearer \(TransportFixture.token)")))
        guard case .parts(count: 5000, _)? = call.request.body else { throw Missing() }
    }

    @Test func `an uploaded file is not uploaded again, even after a restart`() throws {
        let world = try world()
        _ = try upload(world)
        let again = try self.world(in: world.folder)
        for world in [world, again] {
            #expect(try upload(world) { _, _ in throw Missing() } == Self.place)
        }
        #expect(world.http.lines.count { $0.hasPrefix("POST") } == 1 && again.http.calls.isEmpty)
    }

    @Test(arguments: [429, 401, 413, 500])
    func `a refused upload is reported, and repeated on request`(_ status: Int) throws {
        let expected: [Int: ServiceError] = [
            429: .tryAgain(after: .seconds(1)), 401: .endedLogin, 500: .responseLost,
            413: .refused(.tooLong, text: "said M_X"),
        ]
        let world = try world(["POST media/v3/upload": .failure(status, "M_X")])
        let error = try expected[status].unwrapped()
        for _ in 1...2 { #expect(throws: error) { try upload(world) } }
        #expect(world.http.lines.count { $0.hasPrefix("POST") } == 2)
    }

    @Test func `a file over the homeserver's limit is refused with the limit and not uploaded`() throws {
        let small = HTTPResponse.json(#"{"m.upload.size":4999}"#)
        let old: [String: HTTPResponse] = [
            "GET v1/media/config": .failure(404, "M_UNRECOGNIZED"), "GET media/v3/config": small,
        ]
        for said in [["GET v1/media/config": small], old] {
            let world = try world(said)
            #expect(throws: ServiceError.refused(.tooLarge, text: "The server accepts files of at most 4999 bytes")) {
                try upload(world)
            }
            #expect(!world.http.lines.contains { $0.hasPrefix("POST") })
        }
    }

    @Test(arguments: [
        HTTPResponse.json("{}"), .json(#"{"m.upload.size":null}"#), .json(#"{"m.upload.size":-1}"#),
        .json(#"{"m.upload.size":"4999"}"#), .failure(404, "M_UNRECOGNIZED"), .failure(403, "M_FORBIDDEN"),
    ])
    func `without a size limit, the upload is tried`(_ answer: HTTPResponse) throws {
        #expect(try upload(world(["GET v1/media/config": answer])) == Self.place)
    }

    @Test(arguments: [
        "{}", #"{"content_uri":7}"#, #"{"content_uri":"https://test/abc"}"#, #"{"content_uri":"mxc://test/../a"}"#,
    ])
    func `a response without an address is reported`(_ answer: String) throws {
        let world = try world(["POST media/v3/upload": .json(answer)])
        #expect(throws: ServiceError.refused(.unknownFile, text: "The server did not return the file's address")) {
            try upload(world)
        }
    }

    @Test func `a copy shorter than declared is lost, and reading errors are rethrown`() throws {
        #expect(throws: FileError.lost) { try upload(world()) { try await Array(Self.read($0, $1).dropLast()) } }
        #expect(throws: Missing.self) { try upload(world()) { _, _ in throw Missing() } }
    }

    // MARK: Downloads

    @Test func `a download continues where the last attempt ended, with or without ranges`() throws {
        #expect(try download(world()) == Self.bytes)
        #expect(try download(world(), from: 4000) == Array(Self.bytes[4000...]))
        let line = "GET v1/media/download/test/abc"
        let ranged = try world([line: HTTPResponse(status: 206, body: Array(Self.bytes[4000...]))])
        #expect(try download(ranged, from: 4000) == Array(Self.bytes[4000...]))
        let request = try ranged.http.calls.last.unwrapped().request
        #expect(
            request.redirections > 0
                && request.fields == [HTTPField("Authorization", "Bearer \(TransportFixture.token)")]
        )
    }

    @Test func `a range behind the end of a file is empty and no error`() throws {
        let world = try world(["GET v1/media/download/test/abc": .failure(416, "")])
        #expect(try download(world, from: 5000) == [])
        #expect(throws: ServiceError.self) { try download(world) }
    }

    @Test func `an older homeserver is asked at its own media path`() throws {
        let world = try world([
            "GET v1/media/download/test/abc": .failure(404, "M_UNRECOGNIZED"),
            "GET media/v3/download/test/abc": HTTPResponse(status: 200, body: Self.bytes),
        ])
        #expect(try download(world) == Self.bytes)
    }

    @Test func `a missing file is refused in the homeserver's words without another request`() throws {
        let world = try world(["GET v1/media/download/test/abc": .failure(404, "M_NOT_FOUND")])
        #expect(throws: ServiceError.refused(.notFound, text: "said M_NOT_FOUND")) { try download(world) }
        #expect(world.http.calls.count == 1)
    }

    @Test(arguments: [204, 307]) func `a response that is neither a file nor an error is lost`(_ status: Int) throws {
        let world = try world(["GET v1/media/download/test/abc": HTTPResponse(status: status)])
        #expect(throws: ServiceError.responseLost) { try download(world) }
    }

    @Test(arguments: ["", "https://elsewhere/a", "mxc://test/../../v3/logout", "mxc://test/a?b", "mxc://a@test/b"])
    func `an invalid address is refused before any request`(_ address: String) throws {
        let world = try world()
        #expect(throws: ServiceError.refused(.unknownFile, text: "The file has no valid address")) {
            try download(world, FileID(address))
        }
        #expect(world.http.calls.isEmpty)
    }

    @Test func `an error of the receiver is rethrown`() throws {
        let world = try world()
        #expect(throws: FileError.impossibleSize(limit: 1)) {
            try world.result {
                try await $0.download(Self.place, from: 0) { _ in throw FileError.impossibleSize(limit: 1) }
            }
        }
    }
}
