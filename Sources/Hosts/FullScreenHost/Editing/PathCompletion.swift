import Foundation
import HostKit

/// Completes typed paths from the file system.
enum PathCompletion {
    /// The most paths offered; a folder with more needs a longer beginning.
    static let limit = 200

    /// Returns the paths that begin with a typed one, in order; those of folders end with a slash.
    ///
    /// Hidden files are offered only after a dot, and names with control characters never. A quotation mark before the path
    /// stays.
    @Sendable
    static func paths(_ typed: String) -> [String] {
        let quote = typed.prefix { "'\"".contains($0) }.prefix(1)
        let path = typed.dropFirst(quote.count)
        let split = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (folder, beginning) = (path[..<split], path[split...])
        let resolved = folder.isEmpty ? "." : TypedPath.resolve(String(folder))
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: resolved) else { return [] }
        let found = names.filter { name in
            name.hasPrefix(beginning) && (beginning.hasPrefix(".") || !name.hasPrefix("."))
                && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        return found.sorted().prefix(limit).map { name in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(resolved)/\(name)", isDirectory: &isFolder)
            return "\(quote)\(folder)\(name)\(isFolder.boolValue ? "/" : "")"
        }
    }
}
