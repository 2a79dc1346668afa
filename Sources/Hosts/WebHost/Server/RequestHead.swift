/// A request before its body: the method, the path and the headers, all as a stranger may write them.
struct RequestHead: Sendable {
    let method: String
    /// The path as it came, without a query; nothing is decoded.
    let path: String
    private let headers: [(name: String, value: String)]

    init(method: String, path: String, headers: [(name: String, value: String)]) {
        (self.method, self.path) = (method, path)
        self.headers = headers.map { ($0.name.lowercased(), $0.value) }
    }

    /// Returns the number of headers of a name, which is in small letters.
    func count(of name: String) -> Int { headers.count { $0.name == name } }

    /// Returns the value of a header that is there once; nil if it is missing or repeated.
    func value(of name: String) -> String? {
        count(of: name) == 1 ? headers.first { $0.name == name }?.value : nil
    }

    /// Returns the value of a cookie that is there once; nil if it is missing or repeated.
    func cookie(named name: String) -> String? {
        let values = (value(of: "cookie") ?? "").split(separator: ";").compactMap { pair -> Substring? in
            let parts = pair.split(separator: "=", maxSplits: 1)
            let isIt = parts.count == 2 && parts[0].utf8.drop { $0 == UInt8(ascii: " ") }.elementsEqual(name.utf8)
            return isIt ? parts[1] : nil
        }
        return values.count == 1 ? String(values[0]) : nil
    }
}
