import CSystem
import CommandLineKit
import Foundation

/// A path that the user types or drops onto the terminal.
package enum TypedPath {
    /// Returns the path without quotes around it and with `~` replaced by the home folder.
    ///
    /// If the path does not exist, also removes the backslashes that a terminal puts before spaces and other
    /// characters.
    package static func resolve(
        _ typed: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        let home = (try? Profile.home(environment))?.path
        func withHome(_ path: String) -> String { Self.withHome(path, home) }
        for quote in ["'", "\""] where typed.count > 1 && typed.hasPrefix(quote) && typed.hasSuffix(quote) {
            return withHome(String(typed.dropFirst().dropLast()))
        }
        let path = withHome(typed)
        let isDropped = path.contains("\\") && !FileManager.default.fileExists(atPath: path)
        return isDropped ? path.replacing(/\\(.)/) { $0.output.1 } : path
    }

    /// Uses `$HOME`, as shells do. Keeps a slash at the end, which marks a folder.
    private static func withHome(_ path: String, _ home: String?) -> String {
        guard let home, path == "~" || path.hasPrefix("~/") else { return path }
        return (home == "/" ? "" : home) + path.dropFirst()
    }

    /// Returns the reason why the file at a path cannot be sent; nil if it can.
    package static func objection(toSending path: String) -> String? {
        let shown = TerminalText.fit(TerminalText.oneLine(path), columns: 1000)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            return "\(shown) is a folder"
        }
        return access(path, R_OK) == 0 ? nil : "\(shown) cannot be read: \(systemReason(errno))"
    }
}
