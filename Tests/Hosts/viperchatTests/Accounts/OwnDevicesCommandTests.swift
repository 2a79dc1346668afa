import ChatTypes
import Foundation
import HTTPClient
import HostTesting
import MatrixTransport
import RuntimeKit
import Synchronization
import Testing

@testable import HostKit
@testable import viperchat

/// The devices on which the account is logged in, as `devices` prints them.
@Suite struct OwnDevicesCommandTests {
    private let data = DataFolder()

    /// Runs a command at a homeserver with three devices. Returns what it says.
    private func run<Result>(_ body: (OwnDevicesCommand) async throws -> Result) async throws -> (Result, [String]) {
        let account = MatrixAccount(homeserver: "https://h", user: ContactID("@me:h"), device: "MINE", token: "t")
        try data.profile.prepare()
        let told = SaidLines()
        let command = OwnDevicesCommand(
            devices: AccountDevices(of: account, in: data.profile.account, over: ThreeDevices(), .ofAccounts),
            environment: .ofAccounts,
            input: SecretInput(signals: try SignalPipe(), prompts: LineOutput(descriptor: -1)),
            say: { told.add($0) },
            command: { "viperchat \($0)" }
        )
        return (try await body(command), told.all)
    }

    @Test func `each device is told with its name and its last use, and this one as such`() async throws {
        let (_, lines) = try await run { try await $0.list() }
        try #require(lines.count == 4)
        #expect(lines[0].hasPrefix("PHONE: Ada's phone, last used Sep "))
        #expect(lines[1] == "MINE: (no name), this device")
        #expect(lines.suffix(2) == ["OLD: (no name), last use unknown", "To log one out: viperchat devices logout ID"])
    }

    @Test func `neither this device nor an unknown one is logged out, and each has its reason`() async throws {
        let (own, reason) = try await run { try await $0.logOut("MINE") }
        #expect(own == .usage)
        #expect(reason == ["This is the device that you are using: viperchat logout logs it out"])
        let (unknown, hint) = try await run { try await $0.logOut("GONE") }
        #expect(unknown == .dataError)
        #expect(hint == ["There is no device GONE: viperchat devices lists them"])
    }
}

private final class SaidLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A homeserver on which an account has three devices.
private struct ThreeDevices: HTTPClient {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard URL(string: request.url)?.lastPathComponent == "devices" else {
            return HTTPResponse(status: 404, body: Array(#"{"errcode":"M_NOT_FOUND","error":"no"}"#.utf8))
        }
        let devices = [
            #"{"device_id":"OLD"}"#, #"{"device_id":"MINE","last_seen_ts":1600000000000}"#,
            #"{"device_id":"PHONE","display_name":"Ada's phone","last_seen_ts":1600000001000}"#,
        ].joined(separator: ",")
        return HTTPResponse(
            status: 200,
            mediaType: "application/json",
            body: Array(#"{"devices":[\#(devices)]}"#.utf8)
        )
    }
}
