/// Where a report's figures are from, for those who cite or repeat them.
package struct Provenance: Hashable, Codable, Sendable {
    /// The sources' revision; nil where there is no repository.
    package var revision: String?
    /// Whether the sources differ from that revision.
    package var isChanged: Bool
    /// As the compiler names itself; nil where it cannot be asked.
    package var compiler: String?
    /// `release` or `debug`.
    package var build: String
    /// Processors that take part.
    package var cores: Int
    /// The system's kind and the processor's: `Linux x86_64`.
    package var system: String
    /// `2026-01-31`, by UTC.
    package var date: String
}
