/// A bug planted in the app on purpose, to show that the simulation finds it.
///
/// Bugs are planted from outside: by SQL in the app's own database connections, or by a decorator (`Change`).
/// Decorators wrap the server, the file folder, the models or the screens. The app's code knows nothing of them.
public struct PlantedBug: Sendable, CustomStringConvertible {
    /// The name on the command line.
    public let name: String
    /// The invariants of which one must be violated first.
    public let breaks: Set<Invariant>
    /// The first seed known to find the bug in a release build. Other builds may need another seed.
    public let firstSeed: UInt64
    /// The server on which the bug shows. Bugs in the Matrix adapter show only with a homeserver.
    public let server: ServerKind
    /// Whether no session is known to find the bug. It is searched for by its name, or in seeds that are given.
    public let isElusive: Bool
    /// The moves that the adversary draws from in the sessions that search for it.
    let moves: Set<AdversaryMove>
    let change: Change

    init(
        _ name: String,
        breaks: Set<Invariant>,
        firstSeed: UInt64 = 1,
        server: ServerKind = .simulated,
        isElusive: Bool = false,
        moves: Set<AdversaryMove> = AdversaryMove.drawn,
        changes change: Change
    ) {
        (self.name, self.breaks, self.firstSeed) = (name, breaks, firstSeed)
        (self.server, self.isElusive, self.moves, self.change) = (server, isElusive, moves, change)
    }

    /// The bug's name.
    public var description: String { name }
}
