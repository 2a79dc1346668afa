import ChatTypes
import RuntimeKit
import SimulationKit
import Testing

@testable import WebHost

@Suite struct RequestRulesTests {
    private let rules = RequestRules(
        secrets: WebSecrets(random: RandomSource(SplitMix64(seed: 7))),
        port: 4000,
        pages: ["/", "/page.css"]
    )

    private var host: String { rules.hosts[0] }

    /// The headers that Chromium sends for a post of the page itself, but for those that are replaced.
    private func post(
        _ path: String,
        replacing: [String: String?] = [:],
        adding: [(name: String, value: String)] = []
    ) -> RequestHead {
        let all = [
            "Host": host, "Origin": "http://\(host)", "Sec-Fetch-Site": "same-origin", "Content-Length": "0",
            "Cookie": "\(rules.cookie)=\(rules.secrets.cookie)", "X-Viperchat": rules.secrets.pageKey,
        ]
        let headers = all.compactMap { name, value in
            (replacing.keys.contains(name) ? replacing[name] ?? nil : value).map { (name: name, value: $0) }
        }
        return RequestHead(method: "POST", path: path, headers: headers + adding)
    }

    private func get(_ path: String, _ headers: [(name: String, value: String)]) -> RequestHead {
        RequestHead(method: "GET", path: path, headers: [(name: "Host", value: host)] + headers)
    }

    @Test(arguments: [("/states", RequestRules.Verdict.states), ("/actions", .actions), ("/upload", .upload)])
    func `a post of the page itself is accepted`(path: String, verdict: RequestRules.Verdict) {
        #expect(rules.verdict(on: post(path)) == verdict)
    }

    @Test(arguments: [
        ("Host", "evil.example:4000"), ("Host", "127.0.0.1:4001"), ("Host", nil), ("Origin", "http://evil.example"),
        ("Origin", "null"), ("Origin", nil), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
        ("Sec-Fetch-Site", nil), ("Cookie", "viperchat-4000=0"), ("Cookie", nil), ("X-Viperchat", "0"),
        ("X-Viperchat", nil),
    ])
    func `a post with a wrong or missing header is refused`(name: String, value: String?) {
        #expect(rules.verdict(on: post("/actions", replacing: [name: value])) == .refuse(403))
    }

    @Test(arguments: ["Host", "Origin", "Cookie", "X-Viperchat", "Sec-Fetch-Site"])
    func `a repeated header is refused, even with the right value`(name: String) throws {
        let value = [
            "Host": host, "Origin": "http://\(host)", "Cookie": "\(rules.cookie)=\(rules.secrets.cookie)",
            "X-Viperchat": rules.secrets.pageKey, "Sec-Fetch-Site": "same-origin",
        ][name]
        let head = post("/actions", adding: [(name: name, value: try #require(value))])
        #expect(rules.verdict(on: head) == .refuse(403))
    }

    @Test func `two lengths, or a length beside an encoding, are refused`() {
        #expect(rules.verdict(on: post("/actions", adding: [("Content-Length", "0")])) == .refuse(403))
        #expect(rules.verdict(on: post("/actions", adding: [("Transfer-Encoding", "chunked")])) == .refuse(403))
    }

    @Test(arguments: [(nil, 411), ("-1", 411), ("x", 411), ("\(RequestRules.bodyLimit + 1)", 413)])
    func `a body of unknown or excessive length is refused unread`(length: String?, status: Int) {
        #expect(rules.verdict(on: post("/actions", replacing: ["Content-Length": length])) == .refuse(UInt32(status)))
    }

    @Test func `the longest body is accepted`() {
        let length = "\(RequestRules.bodyLimit)"
        #expect(rules.verdict(on: post("/actions", replacing: ["Content-Length": length])) == .actions)
    }

    @Test func `the token is exchanged without a cookie, but not for another site`() {
        let bare: [String: String?] = ["Cookie": nil, "X-Viperchat": nil, "Content-Length": "64"]
        #expect(rules.verdict(on: post("/enter", replacing: bare)) == .enter)
        let foreign = bare.merging(["Origin": "http://127.0.0.1:4001"]) { $1 }
        #expect(rules.verdict(on: post("/enter", replacing: foreign)) == .refuse(403))
    }

    @Test(arguments: ["/", "/page.css"])
    func `the page's files need no cookie`(path: String) {
        #expect(rules.verdict(on: get(path, [])) == .page(path))
        #expect(rules.verdict(on: get(path, [("Sec-Fetch-Site", "none")])) == .page(path))
    }

    @Test func `another site may lead to the page, and use nothing of it`() {
        let document = [(name: "Sec-Fetch-Site", value: "cross-site"), (name: "Sec-Fetch-Dest", value: "document")]
        #expect(rules.verdict(on: get("/", document)) == .page("/"))
        #expect(rules.verdict(on: get("/page.css", document)) == .refuse(403))
        let frame = [(name: "Sec-Fetch-Site", value: "cross-site"), (name: "Sec-Fetch-Dest", value: "iframe")]
        #expect(rules.verdict(on: get("/", frame)) == .refuse(403))
    }

    @Test func `the page may use its own files, and another program of this machine may not`() {
        #expect(rules.verdict(on: get("/page.css", [("Sec-Fetch-Site", "same-origin")])) == .page("/page.css"))
        #expect(rules.verdict(on: get("/page.css", [("Sec-Fetch-Site", "same-site")])) == .refuse(403))
    }

    @Test(arguments: 0...2) func `each address of the page is served, from its own origin alone`(index: Int) {
        let (host, other) = (rules.hosts[index], rules.hosts[(index + 1) % 3])
        let own: [String: String?] = ["Host": host, "Origin": "http://\(host)"]
        #expect(rules.verdict(on: post("/actions", replacing: own)) == .actions)
        let foreign: [String: String?] = ["Host": host, "Origin": "http://\(other)"]
        #expect(rules.verdict(on: post("/actions", replacing: foreign)) == .refuse(403))
    }

    @Test(arguments: [("/enter", RequestRules.tokenLimit), ("/states", 0), ("/upload", Int(Limits.fileBytes))])
    func `a body of the limit is accepted, and one of a byte more refused unread`(path: String, limit: Int) {
        func verdict(_ length: Int) -> RequestRules.Verdict {
            rules.verdict(on: post(path, replacing: ["Content-Length": "\(length)"]))
        }
        #expect(verdict(limit + 1) == .refuse(413))
        if case .refuse(let status) = verdict(limit) { Issue.record("\(path) is refused with \(status)") }
    }

    @Test func `a cookie that is there twice is refused, whatever comes first`() {
        let right = "\(rules.cookie)=\(rules.secrets.cookie)"
        for cookies in ["\(rules.cookie)=0; \(right)", "\(right); \(rules.cookie)=0", "\(right);\(right)"] {
            #expect(rules.verdict(on: post("/actions", replacing: ["Cookie": cookies])) == .refuse(403))
        }
    }

    @Test func `the cookie of a run at another port changes nothing`() {
        let secrets = WebSecrets(random: RandomSource(SplitMix64(seed: 8)))
        let other = RequestRules(secrets: secrets, port: 4001, pages: rules.pages)
        let cookies = [rules, other].map { "\($0.cookie)=\($0.secrets.cookie)" }.joined(separator: "; ")
        #expect(rules.verdict(on: post("/actions", replacing: ["Cookie": cookies])) == .actions)
    }

    @Test(arguments: ["/page%2Ecss", "//page.css", "/../page.css", "/states", "/unknown", "*", ""])
    func `an unknown path is refused`(path: String) {
        #expect(rules.verdict(on: get(path, [("Sec-Fetch-Site", "same-origin")])) == .refuse(403))
    }

    @Test func `a file needs the cookie and the key in its path`() {
        let headers = [
            (name: "Sec-Fetch-Site", value: "same-origin"),
            (name: "Cookie", value: "other=1; \(rules.cookie)=\(rules.secrets.cookie)"),
        ]
        let path = "/files/\(rules.secrets.fileKey)/12"
        #expect(rules.verdict(on: get(path, headers)) == .file(12))
        #expect(rules.verdict(on: get(path, [headers[0]])) == .refuse(403))
        #expect(rules.verdict(on: get("/files/0/12", headers)) == .refuse(403))
        #expect(rules.verdict(on: get(path + "/..", headers)) == .refuse(403))
        for site in ["none", "same-site", "cross-site"] {
            let foreign = [(name: "Sec-Fetch-Site", value: site), headers[1]]
            #expect(rules.verdict(on: get(path, foreign)) == .refuse(403))
        }
    }

    @Test func `another method is refused`() {
        for method in ["PUT", "HEAD", "OPTIONS", "CONNECT"] {
            let head = RequestHead(method: method, path: "/", headers: [(name: "Host", value: host)])
            #expect(rules.verdict(on: head) == .refuse(403))
        }
    }

    @Test func `a token is exchanged once, and a renewed one again`() throws {
        var secrets = rules.secrets
        let token = Array(try #require(secrets.token).utf8)
        let exchanges = [Array(token.dropLast()), token, token, []].map { secrets.exchange($0) }
        #expect(exchanges == [false, true, false, false])
        secrets.renewToken(random: RandomSource(SplitMix64(seed: 8)))
        let renewed = Array(try #require(secrets.token).utf8)
        let later = [token, renewed].map { secrets.exchange($0) }
        #expect(later == [false, true])
    }
}
