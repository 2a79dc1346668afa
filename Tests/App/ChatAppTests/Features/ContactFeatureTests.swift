import Chat
import ChatApp
import ChatList
import ChatTypes
import Foundation
import SimulationKit
import Testing

/// Contacts that answer, and pauses as in reality: F12 and F13.
@Suite struct ContactFeatureTests {
    @Test(arguments: Seeds.upTo(20))
    func `F12: a contact reads after some seconds, answers by socket, and stops`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed, contactsLive: true, schedule: .inOrder)
        world.start()
        world.open()
        try world.send("hello")
        let sent = world.seconds
        world.run { world.deliveries.contains(.read) }
        #expect((1.5...5.7).contains(world.seconds - sent))
        let read = world.seconds
        world.run { world.texts.count > 2 }
        #expect((4.9...15.1).contains(world.seconds - read))
        world.run(for: .seconds(300))
        let answers = try #require(world.interface.chat?.rows.suffix(from: 2))
        #expect((1...5).contains(answers.count) && answers.allSatisfy { $0.author == .contact })
        let last = try #require(try world.log().last?.sentAt)
        #expect(last.timeIntervalSince(moment(sent)) <= 31)
        #expect(world.interface.notifications.isEmpty)
    }

    @Test(arguments: Seeds.upTo(20))
    func `F12: a contact's answer comes by push while its chat is closed`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed, contactsLive: true, schedule: .inOrder)
        world.start()
        world.open()
        try world.send("hello")
        world.leaveChat()
        world.run(for: .seconds(60))
        let answers = try world.log().suffix(from: 2)
        #expect(!answers.isEmpty)
        #expect(
            world.interface.notifications.map(\.text)
                == answers.map(\.preview)
        )
    }

    @Test(arguments: Seeds.upTo(20))
    func `F12: a goodbye comes by push seconds after the app goes to the background`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed, contactsLive: true, schedule: .inOrder)
        world.start()
        world.open()
        try world.send("hello")
        world.run(for: .seconds(60))
        let before = try world.log().count
        world.leaveChat()
        world.setFocus(false)
        world.run(for: .seconds(1))
        #expect(try world.log().count == before)
        world.run(for: .seconds(13))
        #expect(try world.log().count == before + 1)
        #expect(world.interface.notifications.count == 1)
    }

    @Test func `F12: a goodbye after quitting is shown at the next start`() throws {
        let file = TemporaryFile()
        let journal = TemporaryFile()
        let journalFile = URL(filePath: journal.path)
        do {
            let world = try AppWorld(file: file.path, journal: journalFile, contactsLive: true)
            world.start()
            world.open()
            try world.send("hello")
            world.run(for: .seconds(3))
        }
        let world = try AppWorld(file: file.path, journal: journalFile, starting: moment(3600))
        world.start()
        #expect(world.interface.list?.rows.map(\.unreadCount) == [1])
        #expect(world.interface.notifications.isEmpty, "a backlog raises the badge alone")
        world.open()
        #expect(world.texts.count == 3 && world.interface.chat?.rows.last?.author == .contact)
    }

    @Test func `F13: every request takes simulated time`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.send("hello")
        let sent = world.seconds
        world.run { world.deliveries.last == .sent }
        #expect((0.02...0.06).contains(world.seconds - sent))
    }
}

extension AppWorld {
    var seconds: Double { executor.clock.now.offset / .seconds(1) }
}
