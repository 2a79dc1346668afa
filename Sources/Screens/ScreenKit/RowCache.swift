public import Foundation

/// A cache of the rows of unchanged entities.
///
/// Holds the rows of the last call only, so it never grows beyond one screen's window.
public struct RowCache<Entity: Identifiable & Equatable & Sendable, Row: Sendable>: Sendable where Entity.ID: Sendable {
    private var builtDay: Date?
    private var built: [Entity.ID: (entity: Entity, row: Row)] = [:]

    /// The number of rows built so far, which shows what an event costs a screen.
    public private(set) var buildCount = 0

    public init() {}

    /// Returns one row for each entity, in the same order. Calls `build` for new and changed entities only.
    ///
    /// Rows built on another day are rebuilt, because they may say "Yesterday".
    public mutating func rows(for entities: [Entity], on day: Date, build: (Entity) -> Row) -> [Row] {
        let old = day == builtDay ? built : [:]
        builtDay = day
        built.removeAll(keepingCapacity: true)
        return entities.map { entity in
            let row: Row
            if let known = old[entity.id], known.entity == entity {
                row = known.row
            } else {
                row = build(entity)
                buildCount += 1
            }
            built[entity.id] = (entity, row)
            return row
        }
    }
}
