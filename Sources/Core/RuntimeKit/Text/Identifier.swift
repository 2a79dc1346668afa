/// A text that identifies a thing.
///
/// Its types compare, hash and sort by bytes, as SQLite does. Swift's own strings are equal when they look the same: `é` as one
/// scalar and as two would be one ID in memory and two on disk.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible
where RawValue == String {
    init(rawValue: String)
}
