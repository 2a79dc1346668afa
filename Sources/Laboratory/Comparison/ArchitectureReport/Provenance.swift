/// The origin of a report's figures, for citing or repeating them.
package struct Provenance: Hashable, Codable, Sendable {
    /// The revision of the sources; nil without a repository.
    package var revision: String?
    /// Whether the sources differ from that revision.
    package var isChanged: Bool
    /// The compiler's version string; nil if it is unavailable.
    package var compiler: String?
    /// The build configuration: `release` or `debug`.
    package var build: String
    /// The number of active processor cores.
    package var cores: Int
    /// The operating system and the processor architecture: `Linux x86_64`.
    package var system: String
    /// The date in UTC: `2026-01-31`.
    package var date: String
}
