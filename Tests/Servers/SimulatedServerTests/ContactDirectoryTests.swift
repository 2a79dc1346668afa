import ChatTypes
import Foundation
import Testing

@testable import SimulatedServer

@Suite struct ContactDirectoryTests {
    private func found(_ text: String, limit: Int = 1000) throws -> [Contact] {
        let world = try SimulatedWorld()
        return try world.run { try await world.connection.contacts(matching: text, limit: limit) }
    }

    @Test func `there are more than two hundred people, each under an id of its own`() throws {
        let everyone = try found("")
        #expect(everyone.count >= 200)
        #expect(Set(everyone.map(\.id)).count == everyone.count)
        #expect(Set(everyone.map { $0.name.lowercased() }).count == everyone.count)
        #expect(Set(["John", "Ada Lovelace", "Ben"]).isSubset(of: everyone.map(\.name)))
        #expect(everyone.contains { $0.id == ContactID("ada-lovelace") })
    }

    @Test func `people come sorted by name, accents aside, and no more than were asked for`() throws {
        let everyone = try found("")
        let keys = everyone.map { $0.name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }
        #expect(keys == keys.sorted())
        #expect(try found("", limit: 3) == Array(everyone.prefix(3)))
        #expect(try found("", limit: 0).isEmpty && found("", limit: -1).isEmpty)
    }

    @Test(arguments: [
        ("lovelace", "Ada Lovelace"), ("LOVE ad", "Ada Lovelace"), ("zoe", "Zoë Washburne"), ("luc", "Jean-Luc Moreau"),
        ("jane watson", "Mary-Jane Watson"), ("山田", "山田太郎"), ("иван", "Иван Петров"), ("huong", "Nguyễn Thị Hương"),
    ])
    func `any word of a name is found by its beginning`(text: String, name: String) throws {
        #expect(try found(text).map(\.name).contains(name))
    }

    @Test func `a word's middle is not found`() throws {
        #expect(try !found("ovelace").contains { $0.name == "Ada Lovelace" })
        #expect(try found("ada zzz").isEmpty)
    }

    @Test func `a picture is a small image, the same each time, and some people have none`() throws {
        let world = try SimulatedWorld()
        let everyone = try found("")
        let pictures = try world.run {
            var pictures: [Picture?] = []
            for contact in everyone { pictures.append(try await world.connection.picture(of: contact.id)) }
            return pictures
        }
        let drawn = pictures.compactMap { $0 }
        #expect(drawn.count < pictures.count && drawn.count > pictures.count / 2)
        #expect(Set(drawn).count > drawn.count * 9 / 10, "nearly all look different")
        #expect(drawn.allSatisfy { $0.mediaType == "image/png" && $0.bytes.count < 1000 })
        #expect(drawn.allSatisfy { $0.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) })
        let first = try #require(everyone.first)
        #expect(try world.run { try await world.connection.picture(of: first.id) } == pictures[0])
        #expect(try world.run { try await world.connection.picture(of: ContactID("nobody")) } == nil)
    }
}
