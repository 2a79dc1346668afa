import ChatTypes
import MatrixCrypto
import Testing

struct DeviceListsTests {
    private var lists = DeviceLists(outdated: ["@ann:a"])

    @Test mutating func `an answered query makes a list current`() throws {
        let query = try makeQuery()
        #expect(query.users == ["@ann:a"])
        let isAccepted = lists.accept("@ann:a", from: query)
        #expect(isAccepted)
        #expect(lists.outdated.isEmpty)
        let next = lists.makeQuery(limit: 10)
        #expect(next == nil)
    }

    @Test mutating func `an answer that comes twice is stored once`() throws {
        let query = try makeQuery()
        let isAccepted = lists.accept("@ann:a", from: query)
        #expect(isAccepted)
        let isAcceptedAgain = lists.accept("@ann:a", from: query)
        #expect(!isAcceptedAgain)
    }

    @Test mutating func `a list that changes during its query is stored and remains outdated`() throws {
        let query = try makeQuery()
        lists.markOutdated("@ann:a")
        let isAccepted = lists.accept("@ann:a", from: query)
        #expect(isAccepted)
        #expect(lists.outdated == ["@ann:a"])
    }

    @Test mutating func `a list that changes during three queries in a row keeps changing until it is current`() throws
    {
        for number in 1...4 {
            #expect(lists.keepsChanging("@ann:a") == (number > 3))
            let query = try makeQuery()
            lists.markOutdated("@ann:a")
            _ = lists.accept("@ann:a", from: query)
        }
        let query = try makeQuery()
        _ = lists.accept("@ann:a", from: query)
        #expect(!lists.keepsChanging("@ann:a") && lists.outdated.isEmpty)
    }

    @Test mutating func `an older answer that comes last does not replace the newer list`() throws {
        let older = try makeQuery()
        lists.markOutdated("@ann:a")
        let newer = try makeQuery()
        let isAccepted = lists.accept("@ann:a", from: newer)
        #expect(isAccepted)
        let isAcceptedAgain = lists.accept("@ann:a", from: older)
        #expect(!isAcceptedAgain)
        #expect(lists.outdated.isEmpty)
    }

    @Test mutating func `an answer from before a user left and returned is refused`() throws {
        let query = try makeQuery()
        lists.stopTracking("@ann:a")
        let isAccepted = lists.accept("@ann:a", from: query)
        #expect(!isAccepted)
        lists.track("@ann:a")
        let isAcceptedAgain = lists.accept("@ann:a", from: query)
        #expect(!isAcceptedAgain)
        #expect(lists.outdated == ["@ann:a"])
    }

    @Test mutating func `a user who was not asked for is refused`() throws {
        let query = try makeQuery()
        lists.track("@bob:b")
        let isAccepted = lists.accept("@bob:b", from: query)
        #expect(!isAccepted)
        let isAcceptedAgain = lists.accept("@eve:e", from: query)
        #expect(!isAcceptedAgain)
        #expect(lists.tracked == ["@ann:a", "@bob:b"])
    }

    @Test mutating func `changes of users who are not tracked are ignored`() {
        for number in 0..<100 { lists.markOutdated(ContactID("@\(number):e")) }
        #expect(lists.tracked == ["@ann:a"])
    }

    @Test mutating func `users whose server does not answer do not hold up the others`() throws {
        lists = DeviceLists(outdated: ["@a:dead", "@b:dead", "@c:c", "@d:d"])
        let first = try makeQuery(limit: 2)
        #expect(first.users == ["@a:dead", "@b:dead"])
        let second = try makeQuery(limit: 2)
        #expect(second.users == ["@c:c", "@d:d"])
        let third = try makeQuery(limit: 2)
        #expect(third.users == ["@a:dead", "@b:dead"])
    }

    @Test mutating func `tracking a user again does not make a current list outdated`() {
        lists = DeviceLists(current: ["@ann:a"])
        lists.track("@ann:a")
        #expect(lists.outdated.isEmpty)
    }

    @Test mutating func `a sync that begins anew makes all lists outdated`() {
        lists = DeviceLists(current: ["@bob:b", "@ann:a"])
        lists.markAllOutdated()
        #expect(lists.outdated == ["@ann:a", "@bob:b"])
    }

    @Test mutating func `a query for no users is not made`() {
        let (empty, negative) = (lists.makeQuery(limit: 0), lists.makeQuery(limit: -1))
        #expect(empty == nil)
        #expect(negative == nil)
    }

    private mutating func makeQuery(limit: Int = 10) throws -> DeviceLists.Query {
        let query = lists.makeQuery(limit: limit)
        return try #require(query)
    }
}
