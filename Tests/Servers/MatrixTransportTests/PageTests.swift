import ChatTypes
import HTTPClient
import SimulationKit
import Testing

@testable import MatrixTransport

@Suite struct PageTests {
    private func world() throws -> (TransportFixture, Message) {
        let world = try TransportFixture()
        world.http.answer = { _ in .json(answer("1", texts(8...9), limited: "t", state: adasRoomState)) }
        return (world, try world.sync().updates.flatMap(\.messages).first.unwrapped())
    }

    @Test func `a page is read from the token, past events that are not shown`() throws {
        let (world, first) = try world()
        world.http.answer = { call in
            switch call.query["from"] {
            case "t": .json(#"{"chunk":[],"end":"u"}"#)
            case "u": .json(#"{"chunk":[\#(text(7)),\#(text(6))],"end":"v"}"#)
            default: .failure(400, "M_UNKNOWN")
            }
        }
        let cursor = try first.predecessor.unwrapped().cursor
        let page = try world.result { try await $0.page(of: room, before: cursor) }
        #expect(page.messages.map(\.text) == ["text 6", "text 7"])
        #expect(page.messages.last?.position == first.predecessor?.position)
        #expect(page.next != nil)
    }

    @Test func `an empty filtered page is checked with an unfiltered one`() throws {
        let (world, first) = try world()
        world.http.answer = { call in
            if call.query["from"] == "u" { return .json(#"{"chunk":[\#(text(7))],"end":"v"}"#) }
            let isFiltered = call.query["filter"]?.contains("types") ?? false
            return .json(isFiltered ? #"{"chunk":[]}"# : #"{"chunk":[\#(member(ada, "Ada"))],"end":"u"}"#)
        }
        let cursor = try first.predecessor.unwrapped().cursor
        let page = try world.result { try await $0.page(of: room, before: cursor) }
        #expect(page.messages.map(\.text) == ["text 7", "joined"] && page.next != nil)
    }

    @Test func `a conversation starts where the server has no more events, or at the creation`() throws {
        for rest in ["", state("m.room.create", "{}")] {
            let (world, first) = try world()
            let end = rest.isEmpty ? "" : #","end":"u""#
            world.http.answer = { call in
                let isFiltered = call.query["filter"]?.contains("types") ?? false
                return .json(isFiltered ? #"{"chunk":[]}"# : #"{"chunk":[\#(rest)]\#(end)}"#)
            }
            let (cursor, count) = (try first.predecessor.unwrapped().cursor, world.http.calls.count)
            let page = try world.result { try await $0.page(of: room, before: cursor) }
            #expect(page.messages.isEmpty && page.next == nil)
            #expect(world.http.calls.count == count + 2)
        }
    }

    @Test func `an answer without events is not the start of the conversation`() throws {
        let (world, first) = try world()
        world.http.answer = { _ in .json("{}") }
        let cursor = try first.predecessor.unwrapped().cursor
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.page(of: room, before: cursor) } }
    }

    @Test func `a forgotten token is replaced by asking for the event`() throws {
        let (world, first) = try world()
        world.http.answer = { call in
            if call.path.contains("context") { return .json(#"{"start":"w","event":\#(text(8))}"#) }
            return call.query["from"] == "w" ? .json(#"{"chunk":[\#(text(7))]}"#) : .failure(400, "M_UNKNOWN")
        }
        let cursor = try first.predecessor.unwrapped().cursor
        let page = try world.result { try await $0.page(of: room, before: cursor) }
        #expect(page.messages.map(\.text) == ["text 7"] && page.next == nil)
        #expect(world.http.lines.contains("GET v3/rooms/!room:test/context/$8"))
    }

    @Test func `an answer without the event that was asked for is not the start of the conversation`() throws {
        let (world, first) = try world()
        world.http.answer = { $0.path.contains("context") ? .json("{}") : .failure(400, "M_UNKNOWN") }
        let cursor = try first.predecessor.unwrapped().cursor
        #expect(throws: ServiceError.responseLost) { try world.result { try await $0.page(of: room, before: cursor) } }
    }

    @Test func `a gap whose token is too long to be stored is asked for by its event at once`() throws {
        let (world, long) = (try TransportFixture(), String(repeating: "t", count: 5000))
        world.http.answer = { _ in .json(answer("1", text(8), limited: long, state: adasRoomState)) }
        let first = try world.sync().updates.flatMap(\.messages).first.unwrapped()
        world.http.answer = { call in
            .json(call.path.contains("context") ? #"{"start":"w","event":\#(text(8))}"# : #"{"chunk":[\#(text(7))]}"#)
        }
        let cursor = try first.predecessor.unwrapped().cursor
        let page = try world.result { try await $0.page(of: room, before: cursor) }
        #expect(page.messages.map(\.text) == ["text 7"])
        #expect(world.http.calls.compactMap { $0.query["from"] } == ["w"])
    }

    @Test(arguments: ["", "x", "1|", "|t", "99|t", "9999999999999999999999|t"])
    func `an unknown cursor is reported`(_ cursor: String) throws {
        let (world, _) = try world()
        #expect(throws: ServiceError.unknownPageCursor) {
            try world.result { try await $0.page(of: room, before: PageCursor(cursor)) }
        }
    }

    @Test func `a server whose pages lead nowhere is not asked again`() throws {
        let (world, first) = try world()
        world.http.answer = { _ in .json(#"{"chunk":[],"end":"t"}"#) }
        let cursor = try first.predecessor.unwrapped().cursor
        let count = world.http.calls.count
        let page = try world.result { try await $0.page(of: room, before: cursor) }
        #expect(page.messages.isEmpty && page.next == nil)
        #expect(world.http.calls.count == count + 1)
    }

    @Test func `pages without messages grow up to a thousand events`() throws {
        let (world, first) = try world()
        world.http.answer = { call in
            let token = call.query["from"] ?? ""
            if token == "ttttttt" { return .json(#"{"chunk":[\#(text(7))],"end":"v"}"#) }
            return .json(#"{"chunk":[],"end":"\#(token)t"}"#)
        }
        let (cursor, count) = (try first.predecessor.unwrapped().cursor, world.http.calls.count)
        let page = try world.result { try await $0.page(of: room, before: cursor) }
        #expect(page.messages.map(\.text) == ["text 7"])
        let limits = world.http.calls.dropFirst(count).map { $0.query["limit"] }
        #expect(limits == ["50", "100", "200", "400", "800", "1000", "1000"])
    }

    @Test func `ten pages without messages are read at once, and the next goes on from there`() throws {
        let (world, first) = try world()
        world.http.answer = { .json(#"{"chunk":[],"end":"\#($0.query["from"] ?? "")t"}"#) }
        let (cursor, count) = (try first.predecessor.unwrapped().cursor, world.http.calls.count)
        let page = try world.result { try await $0.page(of: room, before: cursor) }
        #expect(world.http.calls.count == count + 10)
        #expect(try HistoryCursor(page.next.unwrapped())?.token == String(repeating: "t", count: 11))
    }

    @Test func `a long page that fails ends the reading, and the next begins short behind the pages before it`() throws
    {
        let (world, first) = try world()
        world.http.answer = { call in
            guard let limit = call.query["limit"].flatMap({ Int($0) }), limit < 400 else { return .failure(502, "") }
            let token = call.query["from"] ?? ""
            if token == "tttt" { return .json(#"{"chunk":[\#(text(7))],"end":"v"}"#) }
            return .json(#"{"chunk":[],"end":"\#(token)t"}"#)
        }
        let (cursor, count) = (try first.predecessor.unwrapped().cursor, world.http.calls.count)
        let page = try world.result { try await $0.page(of: room, before: cursor) }
        let next = try page.next.unwrapped()
        #expect(page.messages.isEmpty && HistoryCursor(next)?.token == "tttt")
        let later = try world.result { try await $0.page(of: room, before: next) }
        #expect(later.messages.map(\.text) == ["text 7"])
        let limits = world.http.calls.dropFirst(count).map { $0.query["limit"] }
        #expect(limits == ["50", "100", "200", "400", "50"])
    }

    @Test func `slow pages without messages end after five seconds, and go on from there`() throws {
        let (world, first) = try world()
        let clock = world.executor.clock
        world.http.answer = { call in
            try await clock.sleep(for: .seconds(2))
            return .json(#"{"chunk":[],"end":"\#(call.query["from"] ?? "")t"}"#)
        }
        let cursor = try first.predecessor.unwrapped().cursor
        let count = world.http.calls.count
        let page = try world.result { try await $0.page(of: room, before: cursor) }
        let next = try HistoryCursor(page.next.unwrapped())
        #expect(page.messages.isEmpty && next?.token == "tttt")
        #expect(world.http.calls.count == count + 3)
    }
}
