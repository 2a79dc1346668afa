import Chat
import ChatApp
import ChatList
import ChatStore
import ChatTypes
import Foundation
import ScreenKit
import Testing

@testable import ChatSession

/// Invitations, and names that several have: F43.
@Suite struct InvitationFeatureTests {
    private let invited = ChatStanding(state: .invited(by: "Eve (@eve:test)", toGroup: true), rights: [])

    @Test func `F43: an invitation is announced and counted, and no text accepts it`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        let (badge, count) = (world.interface.badge ?? 0, world.interface.notifications.count)
        try world.stand(invited, number: 50)
        #expect(
            world.interface.notifications.dropFirst(count).map(\.text) == ["Eve (@eve:test) invites you to a group"]
        )
        #expect(world.interface.badge == badge + 1)
        let session = world.application.session
        #expect(
            try world.perform { try await session.read { try $0.chats(offset: 0, limit: 9) } }
                .first { $0.id == AppWorld.walkers }?.standing.state.isInvitation == true
        )
        world.open(AppWorld.walkers)
        let chat = try #require(world.interface.chat)
        #expect(chat.isInvitation && !chat.canWrite && chat.stateText == "Eve (@eve:test) invites you to a group")
        try world.send("secret")
        #expect(world.interface.chat?.problem?.text == "Eve (@eve:test) invites you to a group: nothing can be sent")
        #expect(throws: SessionError.notJoined("Eve (@eve:test) invites you to a group")) {
            try world.perform { try await session.send("secret", to: AppWorld.walkers) }
        }
        try world.stand(ChatStanding(), number: 51)
        #expect((world.interface.badge ?? 0) == badge && world.interface.chat?.canWrite == true)
    }

    @Test func `F43: a name that two chats have opens neither`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        let eve = ChatHeader(
            id: ChatID("!eve:test"),
            contact: Contact(id: ContactID("@eve:test"), name: "WALKERS"),
            createdAt: .distantPast
        )
        try world.ingest(ChatUpdate(chat: eve, standing: NumberedStanding(invited, number: 9)))
        let session = world.application.session
        #expect(throws: SessionError.ambiguousName("walkers", ids: [AppWorld.walkers.rawValue, "@eve:test"])) {
            try world.perform { try await session.chat(withContactNamed: "walkers") }
        }
        #expect(try world.perform { try await session.chat(withContactNamed: "@eve:test") } == eve.id)
        #expect(
            try world.perform { try await session.chat(withContactNamed: AppWorld.walkers.rawValue) }
                == AppWorld.walkers
        )
    }

    @Test func `F43: a chat that is gone stays so, whatever comes late, until a newer standing`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        try world.stand(invited, number: 50)
        let header = AppWorld.header
        try world.ingest(ChatUpdate(chat: header, isWithdrawn: true))
        #expect(world.groupRow == nil)
        for late in [
            ChatUpdate(chat: header), ChatUpdate(chat: header, standing: NumberedStanding(invited, number: 50)),
            ChatUpdate(chat: header, standing: NumberedStanding(ChatStanding(state: .left), number: 60)),
            ChatUpdate(chat: header, messages: [world.message("1", by: AppWorld.ada, "late")]),
        ] {
            try world.ingest(late)
            #expect(world.groupRow == nil)
        }
        try world.ingest(ChatUpdate(chat: header, standing: NumberedStanding(invited, number: 61)))
        #expect(world.groupRow?.state.isInvitation == true)
    }
}
