/// A real fault, put into the app on purpose, to show that the simulation finds it.
///
/// Planted from outside: SQL in the app's own connections to its files, or something between it and its server, its folder, its
/// models or its screens (`Change`). The product's code knows nothing of them.
public struct PlantedFault: Sendable, CustomStringConvertible {
    /// What it is called on the command line.
    public let name: String
    /// The promises of which one must be the first to break.
    public let breaks: Set<Invariant>
    /// The first seed under which a release build finds it, as far as is known; another build may need another.
    public let firstSeed: UInt64
    /// Which server shows it: the adapter's faults show before a homeserver alone.
    public let server: ServerKind
    let change: Change

    init(
        _ name: String,
        breaks: Set<Invariant>,
        firstSeed: UInt64 = 1,
        server: ServerKind = .simulated,
        changes change: Change
    ) {
        (self.name, self.breaks, self.firstSeed) = (name, breaks, firstSeed)
        (self.server, self.change) = (server, change)
    }

    /// Its name.
    public var description: String { name }
}
