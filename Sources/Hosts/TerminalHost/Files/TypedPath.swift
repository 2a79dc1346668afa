import Foundation

/// A path as a person types it, or drops it onto the terminal.
package enum TypedPath {
    /// Without the quotes around it, and with `~` for the home folder.
    package static func resolve(_ typed: String) -> String {
        var path = typed
        for quote in ["'", "\""] where path.count > 1 && path.hasPrefix(quote) && path.hasSuffix(quote) {
            path = String(path.dropFirst().dropLast())
            break
        }
        return path == "~" || path.hasPrefix("~/") ? NSString(string: path).expandingTildeInPath : path
    }
}
