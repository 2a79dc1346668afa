import Foundation
import SourceChange

/// The origin of a report's figures, for citing or repeating them.
package struct Provenance: Hashable, Codable, Sendable {
    /// The revision of the sources; nil without a repository.
    package var revision: String?
    /// Whether the sources differ from that revision.
    package var isChanged: Bool
    /// The compiler's version string; nil if it is unavailable.
    package var compiler: String?
    /// The date in UTC: `2026-01-31`.
    package var date: String
}

extension Provenance {
    /// Reads the revision from git and the version from the compiler.
    init(of package: String, at date: Date) {
        let repository = GitRepository(folder: package)
        let compiler = try? ChildProcess.run(["swiftc", "--version"])
        let words = compiler.flatMap { $0.status == 0 ? String(decoding: $0.output, as: UTF8.self) : nil }
        self.init(
            revision: try? repository.commit(at: "HEAD"),
            isChanged: (try? repository.hasChanges()) ?? false,
            compiler: words?.split(whereSeparator: \.isNewline).first.map(String.init),
            date: date.formatted(.iso8601.year().month().day())
        )
    }
}
