import Foundation
import RuntimeKit

/// The rules for file names, for incoming, outgoing and stored files alike.
public enum FileName {
    /// Returns a name that cannot leave its folder and displays as it is.
    ///
    /// Removes everything up to the last `/` or `\`, controls, line breaks, marks that change the direction of text,
    /// surrounding white space and leading dots. Cuts a long name to `limit` bytes, and keeps its extension. Returns
    /// `file` if nothing is left. Applying it again changes nothing.
    public static func harmless(_ name: String, limit: Int = Limits.fileNameBytes) -> String {
        if isPlain(name, limit) { return name }
        // Reads only the end of a name that is too long for any disk.
        var scalars = String.UnicodeScalarView(name.unicodeScalars.suffix(Limits.textBytes))
        if let slash = scalars.lastIndex(where: { $0 == "/" || $0 == "\\" }) {
            scalars.removeSubrange(...slash)
        }
        scalars.removeAll(where: \.isLayoutControl)
        // Strips the name again after the cut, which may leave only the extension.
        let cut = bare(cut(bare(String(scalars)), to: limit))
        return cut.isEmpty ? "file" : cut
    }

    /// Compares by scalars, because a mark may combine with a dot or with white space.
    private static func bare(_ name: String) -> String {
        let scalars = name.unicodeScalars.drop { $0 == "." || CharacterSet.whitespacesAndNewlines.contains($0) }
        return String(Substring(scalars)).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Whether `harmless(_:limit:)` leaves the name unchanged.
    package static func isHarmless(_ name: String) -> Bool {
        name.hasBytes(of: harmless(name))
    }

    /// Whether the name is harmless at first sight: only letters, digits, dots, dashes, underscores and inner spaces.
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

    /// The longest extension to keep, such as `.tar`, with its dot.
    private static let kindBytes = 16
}
