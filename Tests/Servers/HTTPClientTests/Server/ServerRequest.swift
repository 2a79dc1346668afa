/// A request as it came.
struct ServerRequest: Sendable {
    /// The number of its connection, from 1.
    let connection: Int
    /// The first line and the header fields.
    let head: String
    let body: [UInt8]

    private var lines: [Substring] { head.split(separator: "\r\n") }
    var method: String { String(lines[0].prefix { $0 != " " }) }
    /// The target of the first line: a path with its query, or what a proxy is asked for.
    var path: String { String(lines[0].split(separator: " ")[1]) }

    /// The value of a field; nil where there is none of that name.
    func value(of name: String) -> String? {
        let line = lines.dropFirst().first { $0.lowercased().hasPrefix("\(name.lowercased()):") }
        return line?.drop { $0 != ":" }.dropFirst().drop { $0 == " " }.description
    }
}
