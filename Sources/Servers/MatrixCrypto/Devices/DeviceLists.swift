package import ChatTypes

/// The users whose devices are tracked, and which of their device lists are outdated.
///
/// Holds no devices and sends nothing: the caller sends each query and stores the lists that `accept` allows. News of a change
/// may come while a query runs, and answers may overtake each other. Each change therefore has a number, and a query carries
/// the numbers at its start: an older answer never replaces a newer list, and never makes an outdated list current.
package struct DeviceLists: Sendable, Equatable {
    /// The users to ask the server about, with the state of each list when the query was made.
    package struct Query: Sendable, Equatable {
        fileprivate let changes: [ContactID: UInt64]
        fileprivate let number: UInt64

        /// The users in the order of their ids.
        package var users: [ContactID] { changes.keys.sorted() }
    }

    private struct Entry: Sendable, Equatable {
        /// The change at which tracking began: older answers may have missed changes that the server did not report.
        let start: UInt64
        var lastChange: UInt64
        /// The last change that the stored list contains.
        var stored: UInt64?
        /// The number of the last query that asked for this list.
        var lastQuery: UInt64 = 0
        /// The answers in a row that were outdated when they came.
        var outdatedAnswers = 0

        var isOutdated: Bool { stored.map { $0 < lastChange } ?? true }
    }

    private struct Lookup: Sendable, Equatable {
        let user: ContactID
        /// Nil once an answer was stored.
        var query: UInt64?
    }

    private var entries: [ContactID: Entry] = [:]
    private var changeCount: UInt64 = 0
    private var queryCount: UInt64 = 0
    /// The user who was looked up last without being tracked, and the number of the query.
    private var lookup: Lookup?

    /// Restores the lists after a start, when no query is running. A user in both is outdated.
    package init(current: some Sequence<ContactID> = [], outdated: some Sequence<ContactID> = []) {
        for user in current { entries[user] = Entry(start: 0, lastChange: 0, stored: 0) }
        for user in outdated { entries[user] = Entry(start: 0, lastChange: 0) }
    }

    /// The tracked users in the order of their ids.
    package var tracked: [ContactID] { entries.keys.sorted() }

    /// The tracked users whose lists must be queried before room keys are shared, in the order of their ids.
    package var outdated: [ContactID] { entries.filter { $0.value.isOutdated }.keys.sorted() }

    package func isTracked(_ user: ContactID) -> Bool { entries[user] != nil }
    package func isOutdated(_ user: ContactID) -> Bool { entries[user]?.isOutdated ?? false }

    /// The outdated answers in a row after which nobody waits for a list.
    private static let patience = 3

    /// Whether a user's list has changed during each of the last three queries or more: it may do so for ever.
    package func keepsChanging(_ user: ContactID) -> Bool {
        (entries[user]?.outdatedAnswers ?? 0) >= Self.patience
    }

    /// Whether a user is tracked, or was looked up last.
    package func isKnown(_ user: ContactID) -> Bool { isTracked(user) || lookup?.user == user }

    /// Begins to track a user who shares an encrypted room with the account. Does nothing if the user is tracked already.
    package mutating func track(_ user: ContactID) {
        guard entries[user] == nil else { return }
        changeCount += 1
        entries[user] = Entry(start: changeCount, lastChange: changeCount)
    }

    /// Marks a user's list as outdated, also while it is being queried. Ignores users who are not tracked: a server may name any
    /// number of them.
    package mutating func markOutdated(_ user: ContactID) {
        guard entries[user] != nil else { return }
        changeCount += 1
        entries[user]?.lastChange = changeCount
    }

    /// Marks all lists as outdated, for a sync that began anew and so reports no changes.
    package mutating func markAllOutdated() {
        changeCount += 1
        for user in entries.keys { entries[user]?.lastChange = changeCount }
    }

    /// Forgets a user who shares no encrypted room any more; the server reports no further changes.
    package mutating func stopTracking(_ user: ContactID) { entries[user] = nil }

    /// Makes the next query of at most `limit` outdated lists, or returns nil if all are current.
    ///
    /// Asks for the least recently queried lists first, then by name: users of an unreachable server do not hold up the others.
    ///
    /// - Parameter isAsked: returns whether a user is asked for.
    package mutating func makeQuery(limit: Int, where isAsked: (ContactID) -> Bool = { _ in true }) -> Query? {
        let users = entries.filter { $0.value.isOutdated && isAsked($0.key) }
            .sorted { ($0.value.lastQuery, $0.key) < ($1.value.lastQuery, $1.key) }
            .prefix(max(limit, 0))
        guard !users.isEmpty else { return nil }
        queryCount += 1
        for (user, _) in users { entries[user]?.lastQuery = queryCount }
        let changes = users.map { ($0.key, $0.value.lastChange) }
        return Query(changes: Dictionary(uniqueKeysWithValues: changes), number: queryCount)
    }

    /// Makes a query of one user, who is not tracked for it. Only the newest query of an untracked user is accepted.
    package mutating func makeQuery(of user: ContactID) -> Query {
        queryCount += 1
        entries[user]?.lastQuery = queryCount
        if entries[user] == nil { lookup = Lookup(user: user, query: queryCount) }
        return Query(changes: [user: entries[user]?.lastChange ?? changeCount], number: queryCount)
    }

    /// Whether the caller shall store a user's list from the answer to `query`; if so, the list counts as stored.
    ///
    /// Refuses a user who was not asked for or not tracked all the while, except one who was looked up, and a list no newer than the
    /// stored one. A list that changed during the query is stored and remains outdated. Users missing from an answer remain outdated,
    /// too.
    package mutating func accept(_ user: ContactID, from query: Query) -> Bool {
        if entries[user] == nil, lookup == Lookup(user: user, query: query.number) {
            lookup?.query = nil
            return true
        }
        guard let change = query.changes[user], let entry = entries[user], change >= entry.start else { return false }
        if let stored = entry.stored, stored >= change { return false }
        entries[user]?.stored = change
        entries[user]?.outdatedAnswers = change < entry.lastChange ? entry.outdatedAnswers + 1 : 0
        return true
    }
}
