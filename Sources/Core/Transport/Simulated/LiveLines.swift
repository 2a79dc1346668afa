package import ChatTypes
package import RuntimeKit

/// One connection as the server sees it: a place to put news.
package final class LiveLine: Sendable {
    package enum Kind: Hashable, Sendable {
        case push
        case socket(ChatID)
    }

    package enum News: Sendable {
        case update(ChatUpdate)
        case typing(Bool, by: Author, in: ChatID)
    }

    /// A piece of news, and when the server gave it away.
    package struct Posted: Sendable {
        let news: News
        let time: Duration
    }

    let kind: Kind
    package let posted = CoalescingQueue<Posted>()

    init(_ kind: Kind) {
        self.kind = kind
    }
}

/// The connections that the server believes to be open, in the order in which they were opened.
struct LiveLines {
    private var lines: [LiveLine.Kind: [LiveLine]] = [:]

    var count: Int { lines.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ line: LiveLine) {
        lines[line.kind, default: []].append(line)
    }

    mutating func remove(_ line: LiveLine) {
        lines[line.kind]?.removeAll { $0 === line }
        if lines[line.kind]?.isEmpty == true { lines[line.kind] = nil }
    }

    /// The open sockets of that chat.
    func sockets(of chat: ChatID) -> [LiveLine] { lines[.socket(chat)] ?? [] }

    var pushes: [LiveLine] { lines[.push] ?? [] }
}
