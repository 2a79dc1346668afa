import ChatTypes

/// The rules that decide about a request from its head alone, before a byte of its body is read.
struct RequestRules: Sendable {
    /// The header with the second secret.
    static let keyHeader = "x-viperchat"
    /// The longest body but for a file, in bytes: a text of `Limits.textBytes` with every character escaped.
    static let bodyLimit = 6 * Limits.textBytes + 65_536
    /// The longest token.
    static let tokenLimit = 128

    /// The answer to a request.
    enum Verdict: Equatable {
        /// The request is refused with a status and no other word.
        case refuse(UInt32)
        /// A file of the page, by its path.
        case page(String)
        /// The exchange of the token.
        case enter
        /// The stream of states.
        case states
        /// Actions of the user.
        case actions
        /// A file to send.
        case upload
        /// A file of a message, or a picture of a person, by its number.
        case file(Int)
    }

    let secrets: WebSecrets
    let port: UInt16
    /// The paths of the page's files.
    let pages: Set<String>

    /// The name of the cookie. Browsers send a cookie to all ports of a name: another run on this machine has one of its own.
    var cookie: String { "viperchat-\(port)" }

    /// The addresses at which the page may be asked for.
    var hosts: [String] { ["\(secrets.name).localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)"] }

    func verdict(on head: RequestHead) -> Verdict {
        // A header that stands twice means two things to two readers.
        guard head.count(of: "content-length") + head.count(of: "transfer-encoding") <= 1,
            let host = head.value(of: "host"), hosts.contains(host)
        else { return .refuse(403) }
        if head.count(of: "origin") > 0, head.value(of: "origin") != "http://\(host)" { return .refuse(403) }
        let site = head.value(of: "sec-fetch-site")
        if head.method == "GET", pages.contains(head.path) {
            return isPageRequest(head, site) ? .page(head.path) : .refuse(403)
        }
        // Everything else belongs to the page that this run let in.
        guard site == "same-origin" else { return .refuse(403) }
        if head.method == "GET" { return file(head) }
        guard head.method == "POST", head.count(of: "origin") == 1 else { return .refuse(403) }
        if head.path == "/enter" { return sized(head, to: Self.tokenLimit) ?? .enter }
        guard secrets.isCookie(head.cookie(named: cookie)), secrets.isPageKey(head.value(of: Self.keyHeader))
        else { return .refuse(403) }
        switch head.path {
        case "/states": return sized(head, to: 0) ?? .states
        case "/actions": return sized(head, to: Self.bodyLimit) ?? .actions
        case "/upload": return sized(head, to: Int(Limits.fileBytes)) ?? .upload
        default: return .refuse(403)
        }
    }

    /// Another site may lead to the page, as a desktop's opener does, but not use it or its parts.
    private func isPageRequest(_ head: RequestHead, _ site: String?) -> Bool {
        site == nil || site == "none" || site == "same-origin"
            || (head.path == "/" && head.value(of: "sec-fetch-dest") == "document")
    }

    private func file(_ head: RequestHead) -> Verdict {
        let parts = head.path.split(separator: "/", omittingEmptySubsequences: false)
        guard secrets.isCookie(head.cookie(named: cookie)), parts.count == 4, parts[1] == "files",
            secrets.isFileKey(parts[2]), let number = Int(parts[3])
        else { return .refuse(403) }
        return .file(number)
    }

    /// Returns a refusal of a body that states no length, or one beyond `limit`; nil for others.
    private func sized(_ head: RequestHead, to limit: Int) -> Verdict? {
        guard head.count(of: "transfer-encoding") == 0,
            let length = head.value(of: "content-length").flatMap({ Int($0) }),
            length >= 0
        else { return .refuse(411) }
        return length <= limit ? nil : .refuse(413)
    }
}
