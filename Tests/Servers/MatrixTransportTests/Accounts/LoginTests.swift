import ChatTypes
import Foundation
import HTTPClient
import JSONKit
import RuntimeKit
import Testing

@testable import MatrixTransport

@Suite struct LoginTests {
    private let http = HTTPFake()

    /// A homeserver with password login, found through the `.well-known` data of example.org.
    private func answer(_ flows: String = #"{"flows":[{"type":"m.login.password"}]}"#, wellKnown: HTTPResponse) {
        http.answer = { call in
            if call.request.url.contains(".well-known") { return wellKnown }
            switch call.path.last {
            case "versions": return .json(#"{"versions":["v1.11"]}"#)
            case "login" where call.method == .get: return .json(flows)
            case "login": return .json(#"{"user_id":"@me:example.org","access_token":"secret","device_id":"D"}"#)
            case "whoami": return .json(#"{"user_id":"@me:example.org","device_id":"D"}"#)
            default: return .json("{}")
            }
        }
    }

    private static let now: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_600_000_000) }

    private let elsewhere = HTTPResponse.json(#"{"m.homeserver":{"base_url":"https://matrix.example.org/"}}"#)

    @Test func `a server's name leads to its homeserver, and a password to an account`() async throws {
        answer(wellKnown: elsewhere)
        let login = try await MatrixLogin(discovering: LoginAddress("@me:example.org"), over: http, now: Self.now)
        #expect(login.homeserver == "https://matrix.example.org")
        let account = try await login.account(of: "@me:example.org", password: "pass", device: "D")
        #expect(
            account
                == MatrixAccount(
                    homeserver: login.homeserver,
                    user: ContactID("@me:example.org"),
                    device: "D",
                    token: "secret"
                )
        )
        let body = http.calls.last?.body
        #expect(body?["identifier"]?["user"]?.string == "@me:example.org")
        #expect(body?["password"]?.string == "pass")
        #expect(body?["device_id"]?.string == "D")
        #expect(body?["initial_device_display_name"]?.string == "viperchat")
        let address = try LoginAddress("@me:example.org")
        let named = try await MatrixLogin(discovering: address, over: http, now: Self.now, deviceName: "my laptop")
        _ = try await named.account(of: "@me:example.org", password: "pass", device: nil)
        #expect(http.calls.last?.body?["initial_device_display_name"]?.string == "my laptop")
    }

    @Test(arguments: [(#","expires_in_ms":300000"#, 240), ("", nil)] as [(String, Double?)])
    func `a login says in milliseconds how long its token lasts, or nothing`(lifetime: String, renewal: Double?)
        async throws
    {
        answer(wellKnown: elsewhere)
        let login = try await MatrixLogin(discovering: LoginAddress("@me:example.org"), over: http, now: Self.now)
        let tokens = #""access_token":"secret","refresh_token":"R"\#(lifetime)"#
        let others = http.answer
        http.answer = { call in
            guard call.path.last == "login", call.method == .post else { return try await others(call) }
            return .json(#"{"user_id":"@me:example.org","device_id":"D",\#(tokens)}"#)
        }
        let account = try await login.account(of: "@me:example.org", password: "pass", device: "D")
        #expect(account.tokens.refresh == "R" && account.tokens.renewal == renewal.map { Self.now() + $0 })
    }

    @Test(arguments: [HTTPResponse(status: 404), HTTPResponse(status: 200, body: Array("<html>".utf8)), .json("{}")])
    func `a server without well-known data is its own homeserver`(_ wellKnown: HTTPResponse) async throws {
        answer(wellKnown: wellKnown)
        #expect(
            try await MatrixLogin(discovering: .server("example.org"), over: http, now: Self.now).homeserver
                == "https://example.org"
        )
    }

    @Test(arguments: [
        ("example.org:8448", "example.org"), ("[::1]:8448", "[::1]"), ("[::1]", "[::1]"),
        ("example.org", "example.org"),
    ])
    func `the well-known data of a server is requested on the default port`(
        _ server: String,
        _ host: String
    )
        async throws
    {
        answer(wellKnown: HTTPResponse(status: 404))
        let login = try await MatrixLogin(discovering: .server(server), over: http, now: Self.now)
        #expect(http.calls.first?.request.url == "https://\(host)/.well-known/matrix/client")
        #expect(http.calls.first?.request.redirections == 5)
        #expect(login.homeserver == "https://\(server)")
    }

    @Test(arguments: ["http://matrix.example.org", "http://localhost:8008", "http://127.0.0.1"])
    func `a server cannot redirect the login to plain text, even on this machine`(_ url: String) async {
        answer(wellKnown: .json(#"{"m.homeserver":{"base_url":"\#(url)"}}"#))
        await #expect(throws: LoginError.self) {
            try await MatrixLogin(discovering: .server("example.org"), over: http, now: Self.now)
        }
        #expect(http.calls.count == 1)
    }

    @Test func `a server that is no homeserver is reported`() async {
        http.answer = { _ in .json("{}") }
        let reason = LoginError.noHomeserver("https://h", reason: "what answers is something else")
        await #expect(throws: reason) {
            try await MatrixLogin(discovering: .homeserver("https://h"), over: http, now: Self.now)
        }
    }

    @Test(
        arguments: [
            (nil, "it cannot be reached"), (HTTPResponse.failure(429, "M_LIMIT_EXCEEDED"), "it is too busy"),
            (.failure(403, "M_FORBIDDEN"), "said M_FORBIDDEN"), (.failure(502, ""), "what answers is something else"),
        ] as [(HTTPResponse?, String)]
    )
    func `a homeserver that cannot be used is told with the reason`(_ answer: HTTPResponse?, _ reason: String) async {
        http.answer = { _ in
            guard let answer else { throw HTTPError(.cannotConnect, host: "h", mayHaveReachedServer: false) }
            return answer
        }
        let error = await #expect(throws: LoginError.noHomeserver("https://h", reason: reason)) {
            try await MatrixLogin(discovering: .homeserver("https://h"), over: http, now: Self.now)
        }
        #expect(error?.description == "no homeserver answers at https://h: \(reason)")
    }

    @Test func `a failed login says what the user can do`() {
        let start = "this homeserver offers no login that viperchat knows, but "
        #expect("\(LoginError.noMethod([]))" == start + "nothing that it names")
        #expect("\(LoginError.noMethod(["m.a", "m.b"]))" == start + "m.a, m.b")
        #expect("\(LoginError.notOffered(.singleSignOn))" == "this homeserver offers no login by single sign-on")
        let ended = "the server has not ended this login; end it "
        #expect("\(LoginError.notEnded(page: nil))" == ended + "with another client")
        #expect("\(LoginError.notEnded(page: "p"))" == ended + "on the page of your account: p")
        #expect("\(LoginError.badToken)".contains("at most 16384 visible ASCII characters"))
    }

    @Test(arguments: [
        (#"{"device_keys":{"@me:test":{"D":{}}},"master_keys":{"@me:test":{}}}"#, true, true),
        (#"{"device_keys":{"@me:test":{"E":{}}}}"#, false, false),
        (#"{"device_keys":{"@ada:test":{"D":{}}},"master_keys":{"@ada:test":{}}}"#, false, false),
    ])
    func `the keys that an account has published are its own and its device's`(
        _ answer: String,
        hasIdentity: Bool,
        hasDevice: Bool
    ) async {
        let account = MatrixAccount(homeserver: "https://h", user: me, device: "D", token: "secret")
        http.answer = { _ in .json(answer) }
        let keys = await MatrixLogin.publishedKeys(of: account, over: http)
        #expect(keys == PublishedKeys(hasIdentity: hasIdentity, hasDevice: hasDevice))
        http.answer = { _ in .failure(502, "") }
        #expect(await MatrixLogin.publishedKeys(of: account, over: http) == nil, "nobody knows")
    }

    @Test func `a homeserver without passwords is sent none`() async throws {
        answer(#"{"flows":[{"type":"m.login.sso"},{"type":"m.login.token"}]}"#, wellKnown: elsewhere)
        let login = try await MatrixLogin(discovering: .homeserver("https://h"), over: http, now: Self.now)
        await #expect(throws: LoginError.notOffered(.password)) {
            try await login.account(of: "me", password: "pass", device: nil)
        }
        #expect(!http.lines.contains("POST v3/login"))
    }

    @Test func `a token leads to its account`() async throws {
        answer(wellKnown: elsewhere)
        let login = try await MatrixLogin(discovering: .homeserver("https://h"), over: http, now: Self.now)
        #expect(try await login.account(of: "secret", clock: ContinuousClock()).user == ContactID("@me:example.org"))
    }

    @Test func `the account of a token is asked for three times, with pauses, if the homeserver fails`() throws {
        let fake = AuthorizationFake()
        let login = try fake.login()
        let mine = HTTPResponse.json(#"{"user_id":"@me:hs","device_id":"D"}"#)
        let clock = fake.environment().clock
        let watch = Stopwatch(clock: clock)
        func account() throws -> MatrixAccount {
            try fake.result { try await login.account(of: "A", clock: clock) }
        }
        fake.answer("whoami", HTTPResponse(status: 500), .lost, mine)
        #expect(try account().device == "D")
        #expect(fake.bearers == ["A", "A", "A"])
        #expect(watch.now == .seconds(3), "one second, then two")
        fake.answer("whoami", HTTPResponse(status: 502))
        #expect(throws: ServiceError.responseLost) { try account() }
        #expect(fake.bearers.count == 6)
        fake.answer("whoami", .failure(401, "M_UNKNOWN_TOKEN"), mine)
        #expect(throws: ServiceError.self) { try account() }
        #expect(fake.bearers.count == 7, "a refusal is final")
        let before = watch.now
        let busy = HTTPResponse.json(#"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":10000}"#, status: 429)
        fake.answer("whoami", busy, mine)
        #expect(try account().device == "D")
        #expect(watch.now - before == .seconds(10), "as long as the homeserver asks")
        let later = watch.now
        fake.answer("whoami", .json(#"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":3600000}"#, status: 429), mine)
        #expect(try account().device == "D")
        #expect(watch.now - later == .seconds(60), "a minute at most")
    }

    @Test(arguments: [
        (HTTPResponse.failure(401, "M_UNKNOWN_TOKEN"), true), (.failure(403, "M_UNKNOWN_TOKEN"), true),
        (.failure(500, ""), false), (.failure(429, "M_LIMIT_EXCEEDED"), false), (.json("{}"), false),
    ])
    func `a login has ended only if the homeserver says so`(_ answer: HTTPResponse, _ isEnded: Bool) async throws {
        http.answer = { _ in answer }
        let account = MatrixAccount(homeserver: "https://h", user: me, device: "D", token: "secret")
        let (folder, environment) = (try Folder(), AuthorizationFake().environment())
        let file = AccountFile(folder.url.appending(path: "account.json"))
        #expect(try await MatrixLogin.isEnded(account, in: file, over: http, environment) == isEnded)
        #expect(http.lines == ["GET v3/account/whoami"])
    }

    @Test func `an answer without devices is not an account without devices`() async throws {
        http.answer = { _ in .json("{}") }
        let account = MatrixAccount(homeserver: "https://h", user: me, device: "D", token: "secret")
        let (folder, environment) = (try Folder(), AuthorizationFake().environment())
        let file = AccountFile(folder.url.appending(path: "account.json"))
        let devices = AccountDevices(of: account, in: file, over: http, environment)
        await #expect(throws: ServiceError.responseLost) { try await devices.all() }
    }

    @Test func `the devices are listed by their last use and id, with what can be shown`() async throws {
        let name = String(repeating: "x", count: 201)
        http.answer = { _ in
            .json(
                """
                {"devices":[{"device_id":"A","last_seen_ts":5000},{"device_id":"C","last_seen_ts":7000,"display_name":"\(name)"},
                {"device_id":"B","last_seen_ts":7000},{"device_id":"D","display_name":""},{"device_id":"E","last_seen_ts":0},
                {"device_id":"F","last_seen_ts":253402300799001},{"device_id":""},{"odd":1}]}
                """
            )
        }
        let account = MatrixAccount(homeserver: "https://h", user: me, device: "D", token: "secret")
        let (folder, environment) = (try Folder(), AuthorizationFake().environment())
        let file = AccountFile(folder.url.appending(path: "account.json"))
        let devices = try await AccountDevices(of: account, in: file, over: http, environment).all()
        #expect(devices.map(\.id) == ["B", "C", "A", "D", "E", "F"])
        #expect(devices.map { $0.lastUse?.timeIntervalSince1970 } == [7, 7, 5, nil, nil, nil])
        #expect(devices.map { $0.name?.count } == [nil, 200, nil, nil, nil, nil])
        #expect(devices.map(\.isThis) == [false, false, false, true, false, false])
    }

    @Test func `single sign-on needs a token's flow, and its providers are read within bounds`() throws {
        func provider(_ id: Int, name: Int? = nil) -> String {
            let text = { String(repeating: "x", count: $0) }
            return #"{"id":"\#(text(id))"\#(name.map { #","name":"\#(text($0))""# } ?? "")}"#
        }
        let listed = [provider(0), provider(256), provider(255, name: 101), provider(1)]
        let providers = (listed + Array(repeating: provider(2), count: 100)).joined(separator: ",")
        let sso = #"{"type":"m.login.sso","identity_providers":[\#(providers)]}"#
        let offer = LoginOffer(nil, flows: try json(#"{"flows":[\#(sso),{"type":"m.login.token"}]}"#))
        #expect(offer.methods == [.singleSignOn] && offer.providers.count == 98)
        #expect(offer.providers.prefix(2).map(\.id.count) == [255, 1])
        #expect(offer.providers.prefix(2).map(\.name.count) == [100, 1])
        #expect(LoginOffer(nil, flows: try json(#"{"flows":[\#(sso)]}"#)).methods == [])
    }

    @Test func `a hundred flows are read, with names that can be shown`() throws {
        let flows = Array(repeating: #"{"type":"\#(String(repeating: "x", count: 101))"}"#, count: 101)
        let offer = LoginOffer(nil, flows: try json(#"{"flows":[\#(flows.joined(separator: ","))]}"#))
        #expect(offer.flows.map(\.utf8.count) == Array(repeating: 100, count: 100))
    }

    @Test func `an account has a device, tokens and servers of limited names`() {
        func text(_ count: Int) -> String { String(repeating: "x", count: count) }
        func objection(device: String = "D", refresh: String? = nil, issuer: String = "i", client: String = "c")
            -> String?
        {
            let issuer = LoginTokens.Issuer.authorizationServer(issuer: issuer, client: client)
            let tokens = LoginTokens(access: text(16_384), refresh: refresh, issuer: issuer)
            return MatrixAccount(homeserver: "https://h", user: me, device: device, tokens: tokens).objection
        }
        #expect(objection(device: text(255), refresh: text(16_384), issuer: text(2048), client: text(2048)) == nil)
        #expect(objection(device: text(256))?.hasPrefix("its device id is too long") == true)
        #expect(objection(refresh: "a b")?.hasPrefix("its access token is empty, too long") == true)
        for refused in [objection(issuer: text(2049)), objection(client: text(2049)), objection(client: "a\n")] {
            #expect(refused == "the names of its authorization server cannot be sent")
        }
    }

    @Test(arguments: [255, 256])
    func `a user's id and a server's name have 255 bytes at most`(count: Int) throws {
        func text(_ start: String) -> String { start + String(repeating: "h", count: count - start.utf8.count) }
        for address in [text("@me:"), text("")] {
            if count == 255 {
                #expect(try LoginAddress(address).description == address)
            } else {
                #expect(throws: LoginError.self) { try LoginAddress(address) }
            }
        }
    }

    @Test(arguments: ["", "se cret", "secret\r\n", "sécret", String(repeating: "x", count: 16_385)])
    func `a text that cannot be an access token is refused before a request`(_ token: String) async throws {
        answer(wellKnown: elsewhere)
        let login = try await MatrixLogin(discovering: .homeserver("https://h"), over: http, now: Self.now)
        let count = http.calls.count
        await #expect(throws: LoginError.badToken) { try await login.account(of: token, clock: ContinuousClock()) }
        #expect(http.calls.count == count)
    }

    @Test(arguments: [
        ("@me\u{1B}[2J:h", "D", "token"), ("@me:h", "D\u{7}\u{202E}", "token"), ("@me:h", "D", "to\nken"),
        ("@me:h", "D", String(repeating: "t", count: 100_000)), ("@me:h", "D\u{E0041}", "token"),
    ])
    func `an account that could not be shown or read back is refused`(user: String, device: String, token: String)
        async throws
    {
        http.answer = { call in
            if call.path.last == "versions" { return .json(#"{"versions":["v1.11"]}"#) }
            if call.method == .get { return .json(#"{"flows":[{"type":"m.login.password"}]}"#) }
            let body: JSONText = [
                "user_id": .string(user), "device_id": .string(device), "access_token": .string(token),
            ]
            return HTTPResponse(status: 200, body: body.bytes)
        }
        let login = try await MatrixLogin(discovering: .homeserver("https://h"), over: http, now: Self.now)
        await #expect(throws: LoginError.self) { try await login.account(of: "me", password: "pass", device: nil) }
    }

    @Test func `an account whose homeserver's address is too long to be kept is refused`() {
        func objection(_ count: Int) -> String? {
            let address = "https://h/" + String(repeating: "a", count: count - 10)
            return MatrixAccount(homeserver: address, user: ContactID("@me:h"), device: "D", token: "t").objection
        }
        #expect(objection(2048) == nil)
        #expect(objection(2049) == "the address of its homeserver is too long")
    }

    @Test func `an account whose name contains the password keeps its IDs`() async throws {
        http.answer = { call in
            if call.path.last == "versions" { return .json(#"{"versions":["v1.11"]}"#) }
            if call.method == .get { return .json(#"{"flows":[{"type":"m.login.password"}]}"#) }
            return .json(#"{"user_id":"@alice:h","device_id":"alice-1","access_token":"alice-token"}"#)
        }
        let login = try await MatrixLogin(discovering: .homeserver("https://h"), over: http, now: Self.now)
        let account = try await login.account(of: "alice", password: "alice", device: nil)
        #expect([account.user.rawValue, account.device, account.token] == ["@alice:h", "alice-1", "alice-token"])
    }

    @Test func `a refusal that repeats the password hides it`() async throws {
        http.answer = { call in
            if call.path.last == "versions" { return .json(#"{"versions":["v1.11"]}"#) }
            if call.method == .get { return .json(#"{"flows":[{"type":"m.login.password"}]}"#) }
            return HTTPResponse(
                status: 403,
                body: Array(#"{"errcode":"M_FORBIDDEN","error":"No: hunter22, \u0068unter22"}"#.utf8)
            )
        }
        let login = try await MatrixLogin(discovering: .homeserver("https://h"), over: http, now: Self.now)
        await #expect(throws: ServiceError.refused(.forbidden, text: "No: [hidden], [hidden]")) {
            try await login.account(of: "me", password: "hunter22", device: nil)
        }
    }

    @Test func `logging out with a revoked token succeeds`() async throws {
        http.answer = { _ in .failure(401, "M_UNKNOWN_TOKEN") }
        let account = MatrixAccount(homeserver: "https://h", user: me, device: "D", token: "secret")
        try await MatrixLogin.logOut(account, over: http, now: Self.now)
        #expect(http.lines == ["POST v3/logout", "GET v3/account/whoami"])
    }

    @Test(arguments: [
        ("@me:example.org", LoginAddress.user("@me:example.org", server: "example.org")),
        ("@me:example.org:8448", .user("@me:example.org:8448", server: "example.org:8448")),
        ("example.org", .server("example.org")), ("https://h/x/", .homeserver("https://h/x")),
        ("http://127.0.0.1:8008", .homeserver("http://127.0.0.1:8008")),
        ("http://localhost", .homeserver("http://localhost")),
    ])
    func `a valid address is parsed by kind`(_ text: String, _ address: LoginAddress) throws {
        #expect(try LoginAddress(text) == address)
    }

    @Test(arguments: [
        "", "@me", "@me:", "exa mple", "example.org/x", "http://example.org", "http://127.0.0.1.example.org",
        "https://h?x", "http://localhost@evil", "http://localhost:@evil", "https://h:99999", "http://127.0.0.1:1x",
        "https://me:secret@h", "https://", "@me:a/../b",
    ])
    func `an invalid address is refused with a reason`(_ text: String) {
        #expect(throws: LoginError.self) { try LoginAddress(text) }
    }

    @Test func `an account file is readable by its owner only and printed without the token`() throws {
        let folder = try Folder()
        let file = AccountFile(folder.url.appending(path: "account.json"))
        #expect(try file.read() == nil)
        var account = MatrixAccount(homeserver: "https://h", user: me, device: "D\"", token: "secret")
        try file.write(account)
        #expect(try file.read() == account)
        (account.sendsReadReceipts, account.sendsTyping) = (false, false)
        try file.write(account)
        #expect(try file.read()?.loggedOut.sendsReadReceipts == false)
        #expect(try file.read()?.loggedOut.sendsTyping == false)
        (account.encryptsChats, account.sharesWithSignedOnly) = (false, true)
        account.tokens = LoginTokens(
            access: "secret",
            refresh: "another secret",
            lifetime: 300,
            received: Self.now(),
            issuer: .authorizationServer(issuer: "https://as/", client: "C")
        )
        try file.write(account)
        #expect(try file.read() == account)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        var dumped = ""
        dump(account, to: &dumped)
        #expect(!"\(account) \(dumped) \(String(reflecting: account))".contains("secret"))
        try Data("nonsense".utf8).write(to: file.url)
        #expect(throws: AccountFileError.unusable(path: file.url.path)) { try file.read() }
    }

    @Test func `an account file of an earlier version has the settings of a new account`() throws {
        let folder = try Folder()
        let file = AccountFile(folder.url.appending(path: "account.json"))
        try Data(#"{"homeserver":"https://h","user":"@me:test","device":"D","token":"secret"}"#.utf8).write(
            to: file.url
        )
        #expect(try file.read() == MatrixAccount(homeserver: "https://h", user: me, device: "D", token: "secret"))
    }

    @Test func `a draft that a process left when it was killed is replaced`() throws {
        let folder = try Folder()
        let file = AccountFile(folder.url.appending(path: "account.json"))
        try Data("left".utf8).write(to: folder.url.appending(path: "account.json.new"))
        let account = MatrixAccount(homeserver: "https://h", user: me, device: "D", token: "secret")
        try file.write(account)
        #expect(try file.read() == account)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["account.json"])
    }

    @Test func `a failed write leaves no token behind, and unreadable files are told apart`() throws {
        let folder = try Folder()
        // A folder has the file's path.
        let file = AccountFile(folder.url.appending(path: "account.json"))
        try FileManager.default.createDirectory(at: file.url.appending(path: "x"), withIntermediateDirectories: true)
        let account = MatrixAccount(homeserver: "https://h", user: me, device: "D", token: "secret")
        #expect(throws: AccountFileError.notWritten(path: file.url.path, code: EISDIR)) { try file.write(account) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["account.json"])
        #expect(throws: AccountFileError.notRead(path: file.url.path)) { try file.read() }
    }
}
