import ChatTypes

/// Where a file lies, as Matrix has it: `mxc://server/id`.
struct MediaAddress: Hashable {
    let server: String
    let id: String

    /// Nil for whatever is not a server's name and an id of letters, digits, `_` and `-`: others write it, and it goes into the
    /// path of a request.
    init?(_ text: String) {
        let scheme = "mxc://"
        guard text.isUsableID, text.utf8.starts(with: scheme.utf8) else { return nil }
        let parts = text.utf8.dropFirst(scheme.utf8.count).split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let first = parts[0].first, first.isASCIILetterOrDigit || first == UInt8(ascii: "["),
            parts[0].allSatisfy({ $0.isASCIILetterOrDigit || ".:-[]".utf8.contains($0) }),
            !parts[1].isEmpty, parts[1].allSatisfy({ $0.isASCIILetterOrDigit || "_-".utf8.contains($0) })
        else { return nil }
        (server, id) = (String(Substring(parts[0])), String(Substring(parts[1])))
    }

    var file: FileID { FileID("mxc://\(server)/\(id)") }
}
