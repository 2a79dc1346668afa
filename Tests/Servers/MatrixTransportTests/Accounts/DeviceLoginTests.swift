import ChatTypes
import Foundation
import HTTPClient
import RuntimeKit
import Testing

@testable import MatrixTransport

@Suite struct DeviceLoginTests {
    private let fake = AuthorizationFake()

    /// Begins a login and approves it in the server's rhythm. Returns the account and the seconds that it took.
    private func logIn(of user: ContactID? = nil, device: String? = nil, deviceName: String? = nil) throws -> (
        account: MatrixAccount, seconds: Int
    ) {
        let (login, environment) = (try fake.login(deviceName: deviceName), fake.environment())
        return try fake.result {
            let start = environment.now()
            let offer = try await login.offer()
            let begun = try await login.beginDeviceLogin(offer, device: device, random: environment.random)
            fake.answer("whoami", .json(#"{"user_id":"@me:hs","device_id":"\#(begun.device)"}"#))
            let account = try await login.account(approving: begun, of: user, clock: environment.clock)
            return (account, Int(environment.now().timeIntervalSince(start)))
        }
    }

    @Test func `an approved code leads to an account with both tokens`() throws {
        fake.answer("token", .oauthError("authorization_pending"), .tokens("A", refresh: "R"))
        let (account, seconds) = try logIn(of: ContactID("@me:hs"), device: "FORMERDEVICE")
        #expect(account.user == ContactID("@me:hs") && account.device == "FORMERDEVICE")
        #expect(account.tokens.access == "A" && account.tokens.refresh == "R")
        #expect(account.tokens.issuer == .authorizationServer(issuer: "https://as/", client: "C"))
        #expect(seconds == 10)
        #expect(fake.forms("device").first?["scope"]?.hasSuffix("urn:matrix:client:device:FORMERDEVICE") == true)
        #expect(fake.forms("token").first?["device_code"] == "device-code")
    }

    @Test(arguments: [
        (HTTPResponse.json(#"{"device_id":"FORMERDEVICE","display_name":"viperchat"}"#), true), (.json("{}"), true),
        (.json(#"{"device_id":"FORMERDEVICE","display_name":"my laptop"}"#), false), (.failure(500, ""), false),
    ])
    func `a device gets its name unless the user has given it one`(_ device: HTTPResponse, isNamed: Bool) throws {
        fake.answer("token", .tokens("A"))
        fake.answer("FORMERDEVICE", device)
        _ = try logIn(device: "FORMERDEVICE", deviceName: "my=moon")
        // The fake reads each body as a form.
        #expect(fake.forms("FORMERDEVICE") == [[:]] + (isNamed ? [[#"{"display_name":"my"#: #"moon"}"#]] : []))
    }

    @Test func `a former device with any characters of a scope keeps its id`() throws {
        fake.answer("token", .tokens("A"))
        #expect(try logIn(device: "under_SCORED-1.~").account.device == "under_SCORED-1.~")
    }

    @Test(arguments: ["SHORT", "WITH A SPACE", "SLASH/DEVICE", "DEVICEÄÖÜ", nil])
    func `a former device that no scope can name gets a new id`(_ former: String?) throws {
        fake.answer("token", .tokens("A"))
        let device = try logIn(device: former).account.device
        #expect(device.utf8.count >= 10 && device != former && device.utf8.allSatisfy(\.isASCIILetterOrDigit))
    }

    @Test func `each demand to slow down adds five seconds, at most a minute in all, until the code ends`() {
        fake.answer("token", .oauthError("slow_down"))
        #expect(throws: LoginError.tooLate) { try logIn() }
        // 5, 10, 15, 20 and 25 seconds of 100.
        #expect(fake.forms("token").count == 5)
    }

    @Test(arguments: [
        ("access_denied", LoginError.denied), ("expired_token", .tooLate),
        ("invalid_grant", .refused("said invalid_grant")),
    ])
    func `a login that the server refuses ends with its reason`(_ code: String, _ reason: LoginError) {
        fake.answer("token", .oauthError(code))
        #expect(throws: reason) { try logIn() }
        #expect(fake.forms("token").count == 1)
    }

    @Test(arguments: [
        HTTPResponse.lost, HTTPResponse(status: 500), HTTPResponse(status: 429), .json("<html>Welcome to the hotel"),
        .json("{}"),
        .failure(400, "M_UNKNOWN"), HTTPResponse(status: 302),
    ])
    func `a failure on the way delays the login and does not end it`(_ failure: HTTPResponse) throws {
        fake.answer("token", failure, failure, .tokens("A"))
        #expect(try logIn().account.token == "A")
    }

    @Test(arguments: [
        (HTTPResponse(status: 500), 15), (.lost, 15), (.json(#"{"retry_after_ms":20000}"#, status: 429), 25),
        (.json(#"{"retry_after_ms":1}"#, status: 429), 10), (.json(#"{"retry_after_ms":3600000}"#, status: 429), 65),
    ])
    func `after a failure the pause doubles, or is as long as the server asks, up to a minute`(
        _ failure: HTTPResponse,
        seconds: Int
    ) throws {
        fake.answer("token", failure, .tokens("A"))
        #expect(try logIn().seconds == seconds)
    }

    @Test(arguments: [(HTTPResponse.oauthError("slow_down"), 35), (HTTPResponse(status: 500), 32)])
    func `the pause grows to a minute at most`(_ answer: HTTPResponse, count: Int) {
        let code = #""device_code":"code","user_code":"A","verification_uri":"https://as/","expires_in":1800"#
        fake.answer("device", .json("{\(code)}"))
        fake.answer("token", answer)
        #expect(throws: LoginError.tooLate) { try logIn() }
        // By five seconds up to 12 times in 390 seconds, or by doubling 4 times in 75, and then each minute of half an hour.
        #expect(fake.forms("token").count == count)
    }

    @Test(arguments: [64, 65]) func `a code that is shown has 64 characters at most`(count: Int) throws {
        let code = String(repeating: "A", count: count)
        fake.answer(
            "device",
            .json(#"{"device_code":"code","user_code":"\#(code)","verification_uri":"https://as/"}"#)
        )
        let (login, environment) = (try fake.login(), fake.environment())
        func begun() throws -> String {
            try fake.result {
                try await login.beginDeviceLogin(login.offer(), device: nil, random: environment.random).code
            }
        }
        if count == 64 {
            #expect(try begun() == code)
        } else {
            #expect(throws: LoginError.untrustworthy("its code cannot be shown")) { try begun() }
        }
    }

    @Test(arguments: [("", 19), (#","interval":0"#, 99), (#","interval":100"#, 1)])
    func `the server's rhythm is kept, from a second to a minute, five seconds if it says none`(
        _ interval: String,
        count: Int
    ) {
        let code = #""device_code":"code","user_code":"A","verification_uri":"https://as/","expires_in":100"#
        fake.answer("device", .json("{\(code)\(interval)}"))
        fake.answer("token", .oauthError("authorization_pending"))
        #expect(throws: LoginError.tooLate) { try logIn() }
        #expect(fake.forms("token").count == count)
    }

    @Test(arguments: [("", 600), (#","expires_in":-1"#, 600), (#","expires_in":1"#, 1), (#","expires_in":1801"#, 1800)])
    func `a code without a lifetime can be approved for ten minutes, any for half an hour at most`(
        _ lifetime: String,
        seconds: Int
    ) throws {
        let code = #""device_code":"code","user_code":"A","verification_uri":"https://as/""#
        fake.answer("device", .json("{\(code)\(lifetime)}"))
        let (login, environment) = (try fake.login(), fake.environment())
        let begun = try fake.result {
            try await login.beginDeviceLogin(login.offer(), device: nil, random: environment.random)
        }
        #expect(begun.lifetime == .seconds(seconds))
    }

    @Test func `a user may write their id without its capitals`() throws {
        fake.answer("token", .tokens("A"))
        #expect(try logIn(of: ContactID("@ME:hs")).account.user == ContactID("@me:hs"))
    }

    @Test func `a login for another device than was asked for is revoked and refused`() throws {
        fake.answer("token", .tokens("A", refresh: "R"))
        let (login, environment) = (try fake.login(), fake.environment())
        #expect(throws: LoginError.unusableAccount("it is for another device than was asked for")) {
            try fake.result {
                let offer = try await login.offer()
                let device = "FORMERDEVICE"
                let begun = try await login.beginDeviceLogin(offer, device: device, random: environment.random)
                return try await login.account(approving: begun, of: nil, clock: environment.clock)
            }
        }
        #expect(fake.forms("revoke").first?["token"] == "R")
    }

    @Test func `a code approved by another user is revoked and refused`() {
        fake.answer("token", .tokens("A", refresh: "R"))
        #expect(throws: LoginError.otherUser("@me:hs")) { try logIn(of: ContactID("@you:hs")) }
        #expect(fake.forms("revoke").first?["token"] == "R")
    }

    @Test(arguments: [
        #""user_code":"A\u001b[2J""#, #""user_code":"","#, #""verification_uri":"http://as/link""#,
        #""verification_uri":"javascript:alert(1)""#, #""verification_uri_complete":"https://as/\u202e""#,
        #""verification_uri":"file:///etc/passwd""#,
    ])
    func `a code or page that is not safe to show is refused`(_ member: String) {
        let rest = #""verification_uri":"https://as/link","user_code":"AB""#
        // The first of two members counts.
        fake.answer(
            "device",
            .json(#"{\#(member),"device_code":"secret-code","expires_in":9,\#(rest)}"#.replacing(",,", with: ","))
        )
        #expect(throws: (any Error).self) { try logIn() }
        #expect(fake.forms("token").isEmpty)
    }

    @Test(arguments: [-1, 0, 1_000_000_000_000])
    func `a code without a usable lifetime ends within half an hour`(_ seconds: Int) {
        fake.answer(
            "device",
            .json(
                #"{"device_code":"code","user_code":"A","verification_uri":"https://as/","expires_in":\#(seconds),"interval":-9}"#
            )
        )
        fake.answer("token", .oauthError("authorization_pending"))
        #expect(throws: LoginError.tooLate) { try logIn() }
        #expect(fake.forms("token").count <= 1800)
    }
}
