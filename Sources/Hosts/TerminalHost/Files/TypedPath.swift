import CSystem
import CommandLineKit
import Foundation

/// A path as a person types it, or drops it onto the terminal.
package enum TypedPath {
    /// Without the quotes around it, and with `~` for the home folder. Where nothing is called so, the backslashes that a
    /// terminal puts before blanks and other signs are left out.
    package static func resolve(_ typed: String) -> String {
        for quote in ["'", "\""] where typed.count > 1 && typed.hasPrefix(quote) && typed.hasSuffix(quote) {
            return withHome(String(typed.dropFirst().dropLast()))
        }
        let path = withHome(typed)
        let isDropped = path.contains("\\") && !FileManager.default.fileExists(atPath: path)
        return isDropped ? path.replacing(/\\(.)/) { $0.output.1 } : path
    }

    /// A slash at the end stays: it says that a folder is meant.
    private static func withHome(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return path }
        return NSString(string: path).expandingTildeInPath + (path.hasSuffix("/") ? "/" : "")
    }

    /// Why no file can be sent from there; nil where one may.
    package static func objection(toSending path: String) -> String? {
        let shown = TerminalText.fit(TerminalText.oneLine(path), columns: 1000)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            return "\(shown) is a folder"
        }
        return access(path, R_OK) == 0 ? nil : "\(shown) cannot be read: \(systemReason(errno))"
    }
}
