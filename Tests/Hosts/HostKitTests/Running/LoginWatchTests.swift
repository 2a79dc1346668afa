import ChatTypes
import Foundation
import HTTPClient
import HostTesting
import MatrixTransport
import RuntimeKit
import SimulationKit
import Synchronization
import Testing

@testable import HostKit

@Suite struct LoginWatchTests {
    private let data = DataFolder()
    private let client = DeviceListFake()

    private func watch(on clock: any Clock<Duration> = ContinuousClock()) throws -> LoginWatch {
        let account = MatrixAccount(homeserver: "https://h", user: ContactID("@me:h"), device: "MINE", token: "t")
        let environment = ChatEnvironment(
            clock: clock,
            now: { .distantPast },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SystemRandomNumberGenerator())
        )
        try data.profile.prepare()
        return data.profile.loginWatch(of: account, over: client, environment)
    }

    private func newLogins() async throws -> [String] { try await watch().newLogins().map(\.id) }

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

    @Test func `a look every five minutes tells each login once, with the command that ends it`() throws {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let watch = try watch(on: executor.clock)
        let told = Mutex<[String]>([])
        client.devices = ["MINE"]
        let task = Task(executorPreference: executor) {
            await watch.run { sentence in told.withLock { $0.append(sentence) } }
        }
        executor.run(for: .seconds(1))
        client.devices = ["MINE", "EVIL", "PHONE 2"]
        executor.run(for: .seconds(298))
        #expect(told.withLock { $0 }.isEmpty)
        executor.run(for: .seconds(302))
        let end = "If that was not you: viperchat devices logout"
        #expect(
            told.withLock { $0 }.sorted() == [
                "New login: Ada's phone (PHONE 2). \(end) 'PHONE 2'",
                "New login: a device without a name (EVIL). \(end) EVIL",
            ]
        )
        task.cancel()
        executor.run(for: .seconds(1))
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
        let list = devices.map { id in
            let name = id == "PHONE 2" ? #""display_name":"Ada's phone","# : ""
            return #"{"device_id":"\#(id)",\#(name)"last_seen_ts":1}"#
        }.joined(separator: ",")
        return HTTPResponse(status: 200, mediaType: "application/json", body: Array(#"{"devices":[\#(list)]}"#.utf8))
    }
}
