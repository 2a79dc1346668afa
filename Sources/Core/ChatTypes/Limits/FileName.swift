import Foundation

/// What a file may be called: the one place that says so, for what comes, for what is sent and for what is stored.
public enum FileName {
    /// A name that leads nowhere but to its own folder, and shows as what it is.
    ///
    /// What stands before a last `/` or `\` is left out, and so are controls, line breaks, marks that change the direction of
    /// text, white space around it and dots before it. A long one is cut to `limit` bytes, before the end that says its
    /// kind. Where nothing is left, it is `file`. Applied again, it changes nothing.
    public static func harmless(_ name: String, limit: Int = Limits.fileNameBytes) -> String {
        if isPlain(name, limit) { return name }
        // What is too long for any disk need not be read to its end.
        var scalars = String.UnicodeScalarView(name.unicodeScalars.suffix(Limits.textBytes))
        if let slash = scalars.lastIndex(where: { $0 == "/" || $0 == "\\" }) {
            scalars.removeSubrange(...slash)
        }
        scalars.removeAll(where: \.isUnprintable)
        // Again, once it is cut: of a name all may be gone but its end.
        let cut = bare(cut(bare(String(scalars)), to: limit))
        return cut.isEmpty ? "file" : cut
    }

    /// By scalars: a mark may join a dot, or white space.
    private static func bare(_ name: String) -> String {
        let scalars = name.unicodeScalars.drop { $0 == "." || CharacterSet.whitespacesAndNewlines.contains($0) }
        return String(Substring(scalars)).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Whether a name is as `harmless(_:limit:)` leaves it.
    package static func isHarmless(_ name: String) -> Bool {
        name.hasBytes(of: harmless(name))
    }

    /// Whether that shows at once, as with nearly every name: letters, digits and what may stand between them, spaces among it.
    private static func isPlain(_ name: String, _ limit: Int) -> Bool {
        let bytes = name.utf8
        guard let first = bytes.first, let last = bytes.last, bytes.count <= limit else { return false }
        guard !". ".utf8.contains(first), last != UInt8(ascii: " ") else { return false }
        return bytes.allSatisfy { $0.isASCIILetterOrDigit || ".-_ ".utf8.contains($0) }
    }

    private static func cut(_ name: String, to limit: Int) -> String {
        guard name.utf8.count > limit else { return name }
        let end = name.unicodeScalars.lastIndex(of: ".").map { String(name.unicodeScalars[$0...]) } ?? ""
        let isKind = end.utf8.count <= kindBytes && end.utf8.count < limit
        let start = name.cut(toBytes: isKind ? limit - end.utf8.count : limit)
        return isKind ? start + end : start
    }

    /// Of an end such as `.tar`, its dot included.
    private static let kindBytes = 16
}
