import CSystem
import Foundation
import Testing

@testable import WebHost

/// The bodies of requests, as the library brings them.
@Suite struct WebRequestTests {
    private let spool = UploadFolder(FileManager.default.temporaryDirectory.appending(path: "requests-\(UUID())"))
    private let headers = [
        (name: "X-Chat", value: "a"), (name: "X-Thread", value: "r%2F1"), (name: "X-Name", value: "a.txt"),
        (name: "Content-Length", value: "3"),
    ]

    private func receive(_ text: String, _ request: WebRequest) -> Bool {
        Array(text.utf8).withUnsafeBytes { request.receive($0) }
    }

    @Test(arguments: [
        (RequestRules.Verdict.enter, RequestRules.tokenLimit), (.actions, RequestRules.bodyLimit), (.states, 0),
        (.page("/"), 0), (.file(1), 0),
    ])
    func `a body is received up to the limit of its kind, and not a byte more`(
        verdict: RequestRules.Verdict,
        limit: Int
    ) throws {
        let head = RequestHead(method: "POST", path: "/", headers: [])
        let request = try #require(WebRequest(verdict, head, spool: spool))
        #expect(receive(String(repeating: "x", count: limit), request))
        #expect(!receive("x", request))
        #expect(request.body.count == limit)
    }

    @Test func `an upload is whole with just the bytes that it announced, and is the user's alone`() throws {
        let head = RequestHead(method: "POST", path: "/upload", headers: headers)
        let request = try #require(WebRequest(.upload, head, spool: spool))
        let upload = try #require(request.upload)
        #expect(receive("ab", request) && upload.finish() == nil)
        #expect(receive("c", request))
        let file = try #require(upload.finish())
        #expect((file.chat, file.thread, file.name, file.text) == ("a", "r/1", "a.txt", ""))
        #expect(!receive("d", request))
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(file.path) == 0o600)
        #expect(try mode(URL(filePath: file.path).deletingLastPathComponent().path) == 0o700)
        withExtendedLifetime(spool) {}
    }

    @Test(arguments: ["X-Chat", "X-Name", "Content-Length"])
    func `an upload without its chat, its name or its length is refused`(missing: String) {
        let head = RequestHead(method: "POST", path: "/upload", headers: headers.filter { $0.name != missing })
        #expect(WebRequest(.upload, head, spool: spool) == nil)
    }
}
