import ChatTypes
import HTTPClient
import Testing

@testable import MatrixTransport

@Suite struct PictureTests {
    @Test func `pictures come as small ones, and none is no failure`() throws {
        let world = try TransportWorld()
        world.http.answer = { call in
            if call.path.contains("profile") { return .json(#"{"avatar_url":"mxc://test/abc"}"#) }
            return HTTPResponse(status: 200, mediaType: "image/png", body: [1, 2])
        }
        let picture = try world.result { try await $0.picture(of: ada) }
        #expect(picture == Picture(mediaType: "image/png", bytes: [1, 2]))
        #expect(world.http.lines.last == "GET v1/media/thumbnail/test/abc")
        for address in ["", "https://x/y", "mxc://test", "mxc://test/a/b"] {
            world.http.answer = { _ in .json(#"{"avatar_url":"\#(address)"}"#) }
            #expect(try world.result { try await $0.picture(of: ada) } == nil)
        }
        world.http.answer = { _ in .failure(404, "M_NOT_FOUND") }
        #expect(try world.result { try await $0.picture(of: ada) } == nil)
    }

    @Test func `an older homeserver has small pictures at another place`() throws {
        let world = try TransportWorld()
        world.http.answer = { call in
            if call.path.contains("profile") { return .json(#"{"avatar_url":"mxc://test/abc"}"#) }
            guard call.path.first == "media" else { return .failure(404, "M_UNRECOGNIZED") }
            return HTTPResponse(status: 200, mediaType: "image/png", body: [1, 2])
        }
        let picture = try world.result { try await $0.picture(of: ada) }
        #expect(picture == Picture(mediaType: "image/png", bytes: [1, 2]))
        let call = try world.http.calls.last.unwrapped()
        #expect(call.path == ["media", "v3", "thumbnail", "test", "abc"])
        #expect(call.query == ["width": "96", "height": "96", "method": "crop"])
        #expect(call.request.limits.bodyBytes == Int64(Limits.pictureBytes))
    }
}
