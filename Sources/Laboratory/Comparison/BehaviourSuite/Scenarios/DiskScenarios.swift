import ChatTypes
import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    /// Scenarios with a full disk.
    static let diskScenarios: [Scenario] = [
        .fromJohnsChat("What a full disk does not take is not sent, stays typed, and is told", features: [5, 11]) {
            stage in
            stage.storage.isFull = true
            try await stage.say("umbrella")
            try await stage.seeChat("why not, and the text in its field") { chat in
                chat.problem != nil && chat.field == "umbrella" && chat.row(saying: "umbrella") == nil
            }
            try await stage.wait(.seconds(5))
            try await stage.check(
                "only John's message on the server",
                await stage.server.log(of: Stage.john).count == 1
            )
            stage.storage.isFull = false
            await stage.perform(.send)
            try await stage.seeChat("it sent") { $0.delivery(of: "umbrella") == .sent && $0.field.isEmpty }
        },
        .fromJohnsChat("What was typed on a full disk stands in its chat when that is opened again", features: [11]) {
            stage in
            stage.storage.isFull = true
            await stage.perform(.type("umbrella"))
            try await stage.seeChat("why it is not kept") { $0.field == "umbrella" && $0.problem != nil }
            try await stage.goBack()
            try await stage.open("John")
            try await stage.seeChat("it in the field") { $0.field == "umbrella" }
        },
        .fromJohnsChat("What a full disk does not take while its chat is left stays typed", features: [5, 11]) {
            stage in
            await stage.perform(.type("umbrella"))
            // Long enough for the draft to be saved.
            try await stage.wait(.seconds(5))
            stage.storage.isFull = true
            await stage.perform(.send)
            try await stage.goBack()
            try await stage.open("John")
            try await stage.seeChat("it in the field") { chat in
                chat.field == "umbrella" && chat.row(saying: "umbrella") == nil
            }
        },
        .fromList("What a full disk keeps from the list is told there, and comes later", features: [2, 11]) { stage in
            try await stage.seePushConnection()
            stage.storage.isFull = true
            try await stage.server.contactWrites("Are you there?", in: Stage.john)
            try await stage.seeList("why it does not come") { list in
                list.problem != nil && list.row("John")?.preview != "Are you there?"
            }
            stage.storage.isFull = false
            try await stage.seeList("it after all") { $0.row("John")?.preview == "Are you there?" }
        },
        .fromJohnsChat("What a full disk keeps from a chat is told there, and comes later", features: [4, 11]) {
            stage in
            try await stage.seeSocket()
            stage.storage.isFull = true
            try await stage.server.contactWrites("Are you there?", in: Stage.john)
            try await stage.seeChat("why it does not come") { chat in
                chat.problem != nil && chat.row(saying: "Are you there?") == nil
            }
            stage.storage.isFull = false
            try await stage.seeChat("it after all") { $0.row(saying: "Are you there?") != nil }
        },
        .fromJohnsChat("A chat that a full disk does not mute is heard as before, and tells", features: [11, 26]) {
            stage in
            stage.storage.isFull = true
            // The second attempt changes only the switch.
            for _ in 1...2 {
                await stage.perform(.mute(true))
                try await stage.seeChat("why not, and the switch where it was") { $0.problem != nil && !$0.isMuted }
            }
            stage.storage.isFull = false
            await stage.perform(.mute(true))
            try await stage.seeChat("a muted chat") { $0.isMuted }
        },
    ]
}
