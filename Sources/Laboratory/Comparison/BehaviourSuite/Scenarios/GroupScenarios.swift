import ChatTypes
import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    /// Scenarios with groups.
    static let groupScenarios: [Scenario] = [
        Scenario("A group is begun with several names, and says how many it has", features: [29]) { stage in
            try await stage.openForm()
            await stage.perform(.type("Ada"))
            await stage.perform(.add)
            try await stage.seeForm("Ada in the group, and an empty field") { $0.added == ["Ada"] && $0.name.isEmpty }
            await stage.perform(.type("Ben"))
            await stage.perform(.create)
            try await stage.seeChat("the group, above the list") { $0.title == "Ada, Ben" && $0.subtitle == "3 people" }
            try await stage.see("one group on the server, with all three") { _ in
                let groups = await stage.server.chats.filter(\.isGroup)
                guard let group = groups.first, groups.count == 1 else { return false }
                let members = await stage.server.members(of: group.id).filter(\.isMember)
                return Set(members.filter { $0.member != .me }.map(\.name)) == ["Ada", "Ben"] && members.count == 3
            }
            try await stage.say("Hello, you two")
            try await stage.see("what is said in it there, too") { _ in
                guard let group = await stage.server.chats.first(where: \.isGroup) else { return false }
                return await stage.server.log(of: group.id).first?.text == "Hello, you two"
            }
        },
        Scenario("A name twice is one person, and one name alone is no group", features: [29]) { stage in
            try await stage.openForm()
            await stage.perform(.type("Ben"))
            await stage.perform(.add)
            try await stage.seeForm("Ben in the group") { $0.added == ["Ben"] }
            await stage.perform(.type("ben"))
            await stage.perform(.add)
            try await stage.seeForm("a reason, and Ben once") { $0.added == ["Ben"] && $0.problem != nil }
            await stage.perform(.type(""))
            await stage.perform(.create)
            try await stage.seeChat("a chat between two") { $0.title == "Ben" && $0.subtitle == nil }
            try await stage.check("no group on the server", await stage.server.chats.allSatisfy { !$0.isGroup })
        },
        Scenario("Who wrote stands at each message of a group, and follows a change of name", features: [29]) { stage in
            let group = try await stage.makeGroup()
            try await stage.server.contactWrites("From me", in: group, by: Stage.ada)
            try await stage.server.contactWrites("And from me", in: group, by: Stage.benHimself)
            try await stage.startInList()
            try await stage.open("Trip")
            try await stage.say("And from me, too")
            try await stage.seeChat("who wrote what") { chat in
                chat.row(saying: "From me")?.sender == "Ada" && chat.row(saying: "And from me")?.sender == "Ben"
                    && chat.row(saying: "And from me, too")?.sender == nil
            }
            try await stage.seeSocket()
            try await stage.server.contactRenames(Stage.ada, to: "Ada Lovelace", in: group)
            try await stage.seeChat("her new name at what she wrote before") { chat in
                chat.row(saying: "From me")?.sender == "Ada Lovelace"
            }
            try await stage.server.contactJoins("Zoe", in: group)
            try await stage.seeChat("one more") { $0.subtitle == "4 people" }
            try await stage.server.contactLeaves(Stage.benHimself, in: group)
            try await stage.seeChat("one fewer, whose words stay his") { chat in
                chat.subtitle == "3 people" && chat.row(saying: "And from me")?.sender == "Ben"
            }
        },
        Scenario("The list says who wrote last in a group", features: [29]) { stage in
            let group = try await stage.makeGroup()
            try await stage.startInList()
            try await stage.seePushConnection()
            try await stage.server.contactWrites("Who brings what?", in: group, by: Stage.ada)
            try await stage.seeList("Ada's name before it") { list in
                list.row("Trip").map { $0.sender == "Ada" && $0.preview == "Who brings what?" } ?? false
            }
            try await stage.open("Trip")
            try await stage.say("Salad")
            try await stage.goBack()
            try await stage.seeList("that it is one's own") { list in
                list.row("Trip").map { $0.sender == "You" && $0.preview == "Salad" } ?? false
            }
            try await stage.check("no name between two", await stage.screen.list?.row("John")?.sender == nil)
        },
        Scenario("News of a group is announced with the name of who wrote it", features: [6, 29]) { stage in
            let group = try await stage.makeGroup()
            try await stage.startInList()
            try await stage.seePushConnection()
            try await stage.server.contactWrites("Are you coming?", in: group, by: Stage.benHimself)
            try await stage.see("the notification") { screen in
                screen.notifications == [Screen.Notification(title: "Trip", text: "Ben: Are you coming?")]
            }
        },
        Scenario("What is on screen in a group is read", features: [8, 10, 29]) { stage in
            let group = try await stage.makeGroup()
            try await stage.startInList()
            try await stage.seePushConnection()
            let news = try await stage.server.contactWrites("Who brings what?", in: group, by: Stage.ada)
            try await stage.see("John's and hers on the badge") { $0.badge == 2 }
            try await stage.open("Trip")
            try await stage.see("a report that hers is read, and John's alone on the badge") { screen in
                await stage.server.newestRead(by: .me, in: group) == news.id && screen.badge == 1
            }
            try await stage.goBack()
            try await stage.seeList("nothing unread in the group") { $0.row("Trip")?.unreadCount == 0 }
        },
        Scenario("Who types in a group is named, each until they write", features: [27, 29]) { stage in
            let group = try await stage.makeGroup()
            try await stage.startInList()
            try await stage.seePushConnection()
            try await stage.server.contactTypes(in: group, by: Stage.ada)
            try await stage.seeList("Ada typing") { $0.row("Trip")?.typing == "Ada is typing…" }
            try await stage.seeList("Ada typing no more") { $0.row("Trip")?.typing == nil }
            try await stage.open("Trip")
            try await stage.seeSocket()
            try await stage.server.contactTypes(in: group, by: Stage.ada)
            try await stage.server.contactTypes(in: group, by: Stage.benHimself)
            try await stage.seeChat("both typing") { $0.typing == "Ada and Ben are typing…" }
            try await stage.server.contactWrites("There", in: group, by: Stage.ada)
            try await stage.seeChat("Ben alone") { $0.typing == "Ben is typing…" && $0.row(saying: "There") != nil }
        },
        Scenario("A message in a group is read once everyone has read it", features: [9, 29]) { stage in
            let group = try await stage.makeGroup()
            try await stage.startInList()
            try await stage.open("Trip")
            try await stage.say("All here?")
            try await stage.seeChat("it sent") { $0.delivery(of: "All here?") == .sent }
            try await stage.server.contactReads(in: group, by: Stage.ada)
            try await stage.keepSeeing("it sent, for Ben has not read it") {
                $0.chat?.delivery(of: "All here?") == .sent
            }
            try await stage.server.contactReads(in: group, by: Stage.benHimself)
            try await stage.seeChat("it read") { $0.delivery(of: "All here?") == .read }
        },
    ]
}

extension Stage {
    static let ada = ContactID("ada")
    /// Ben as a contact, not the chat with him.
    static let benHimself = ContactID("ben")

    /// Lets another device of the account create a group with Ada and Ben, who write nothing by themselves.
    func makeGroup() async throws -> ChatID {
        let group = OutgoingGroup(id: MessageID("trip"), title: "Trip", names: ["Ada", "Ben"])
        return try await elsewhere.createGroup(group).id
    }
}
