import Foundation
import ScreenKit
import Testing

@Suite struct RowCacheTests {
    private let day = Date(timeIntervalSince1970: 0)

    private struct Entity: Identifiable, Equatable {
        let id: String
        var text = ""
    }

    @Test func `rows follow their entities' order, and only changed ones are built`() {
        var cache = RowCache<Entity, String>()
        var built: [String] = []
        func rows(_ entities: Entity...) -> [String] {
            cache.rows(for: entities, on: day) { entity in
                built.append(entity.id)
                return entity.id + entity.text
            }
        }
        #expect(rows(Entity(id: "a"), Entity(id: "b")) == ["a", "b"])
        #expect(rows(Entity(id: "b"), Entity(id: "c"), Entity(id: "a")) == ["b", "c", "a"])
        #expect(rows(Entity(id: "a", text: "!"), Entity(id: "b")) == ["a!", "b"])
        #expect(built == ["a", "b", "c", "a"])
        #expect(cache.buildCount == 4)
    }

    @Test func `a row that was left out once is built again`() {
        var cache = RowCache<Entity, String>()
        for entities in [[Entity(id: "a")], [], [Entity(id: "a")]] {
            #expect(cache.rows(for: entities, on: day, build: \.id) == entities.map(\.id))
        }
        #expect(cache.buildCount == 2)
    }

    @Test func `rows of another day are rebuilt, also after the clock is set back`() {
        var cache = RowCache<Entity, String>()
        let next = day.addingTimeInterval(86_400)
        #expect(cache.rows(for: [Entity(id: "a")], on: day) { _ in "today" } == ["today"])
        #expect(cache.rows(for: [Entity(id: "a")], on: day) { _ in "yesterday" } == ["today"])
        #expect(cache.rows(for: [Entity(id: "a")], on: next) { _ in "yesterday" } == ["yesterday"])
        #expect(cache.rows(for: [Entity(id: "a")], on: day) { _ in "today" } == ["today"])
        #expect(cache.buildCount == 3)
    }

    @Test func `two entities with one id get a row each`() {
        var cache = RowCache<Entity, String>()
        let twins = [Entity(id: "a", text: "1"), Entity(id: "a", text: "2")]
        for _ in 1...3 { #expect(cache.rows(for: twins, on: day, build: \.text) == ["1", "2"]) }
    }
}
