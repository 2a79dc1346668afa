import ChatTypes
import Transport

/// The connections that the server believes to be open, in the order in which they were opened.
struct LiveConnections {
    private var lines: [LiveConnection.Kind: [LiveConnection]] = [:]

    var count: Int { lines.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ line: LiveConnection) {
        lines[line.kind, default: []].append(line)
    }

    mutating func remove(_ line: LiveConnection) {
        lines[line.kind]?.removeAll { $0 === line }
        if lines[line.kind]?.isEmpty == true { lines[line.kind] = nil }
    }

    /// Returns the open sockets of that chat.
    func sockets(of chat: ChatID) -> [LiveConnection] { lines[.socket(chat)] ?? [] }

    var pushes: [LiveConnection] { lines[.push] ?? [] }
}
