import ChatTypes
import Foundation
import HTTPClient
import HostTesting
import MatrixTransport
import RuntimeKit
import Synchronization
import Testing

@testable import HostKit

@Suite struct LoginWatchTests {
    private let data = DataFolder()
    private let client = DeviceListFake()

    private func newLogins() async throws -> [String] {
        let account = MatrixAccount(homeserver: "https://h", user: ContactID("@me:h"), device: "MINE", token: "t")
        let environment = ChatEnvironment(
            clock: ContinuousClock(),
            now: { .distantPast },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SystemRandomNumberGenerator())
        )
        try data.profile.prepare()
        return try await data.profile.loginWatch(of: account, over: client, environment).newLogins().map(\.id)
    }

    @Test func `the devices of the first look are no news, and each later login is told once`() async throws {
        client.devices = ["MINE", "PHONE"]
        #expect(try await newLogins() == [])
        client.devices = ["MINE", "PHONE", "EVIL"]
        #expect(try await newLogins() == ["EVIL"])
        #expect(try await newLogins() == [])
        client.devices = ["MINE"]
        #expect(try await newLogins() == [])
        client.devices = ["MINE", "PHONE"]
        #expect(try await newLogins() == ["PHONE"])
    }

    @Test func `this device is no news, though its ID is new`() async throws {
        client.devices = ["PHONE"]
        #expect(try await newLogins() == [])
        client.devices = ["MINE", "PHONE"]
        #expect(try await newLogins() == [])
    }

    @Test func `a failed look forgets nothing`() async throws {
        client.devices = ["MINE"]
        #expect(try await newLogins() == [])
        client.devices = nil
        await #expect(throws: ServiceError.self) { try await newLogins() }
        client.devices = ["MINE", "EVIL"]
        #expect(try await newLogins() == ["EVIL"])
    }
}

/// A homeserver that lists devices; without a list it fails.
private final class DeviceListFake: HTTPClient {
    private let state = Mutex<[String]?>(nil)

    var devices: [String]? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let devices else { return HTTPResponse(status: 502) }
        let list = devices.map { #"{"device_id":"\#($0)","last_seen_ts":1}"# }.joined(separator: ",")
        return HTTPResponse(status: 200, mediaType: "application/json", body: Array(#"{"devices":[\#(list)]}"#.utf8))
    }
}
