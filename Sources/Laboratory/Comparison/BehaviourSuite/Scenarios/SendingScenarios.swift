import ChatTypes
import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    static let sendingScenarios: [Scenario] = [
        .fromJohnsChat("A sent message is shown as sending, then sent, then read", features: [5, 9]) { stage in
            stage.cutNetwork()
            try await stage.say("Good morning")
            try await stage.seeChat("it on its way, and the field empty") { chat in
                chat.delivery(of: "Good morning") == .sending && chat.field.isEmpty
            }
            stage.mendNetwork()
            try await stage.seeChat("it sent") { $0.delivery(of: "Good morning") == .sent }
            try await stage.server.contactReads(in: Stage.john)
            try await stage.seeChat("it read") { $0.delivery(of: "Good morning") == .read }
        },
        .fromJohnsChat("A receipt turns our message and every earlier one to read", features: [9]) { stage in
            for text in ["One", "Two", "Three"] {
                try await stage.say(text)
                try await stage.seeChat("\(text) sent") { $0.delivery(of: text) == .sent }
            }
            let log = await stage.server.log(of: Stage.john)
            try await stage.server.contactReads(upTo: log.first { $0.text == "Two" }?.id, in: Stage.john)
            try await stage.seeChat("two of three read") { chat in
                ["One", "Two", "Three"].map { chat.delivery(of: $0) } == [.read, .read, .sent]
            }
        },
        .fromJohnsChat("An empty message is refused with a reason, and nothing is sent", features: [16]) { stage in
            try await stage.say("  \n")
            try await stage.seeChat("a reason") { $0.problem != nil && $0.rows.count == 1 }
            try await stage.wait(.seconds(5))
            try await stage.check(
                "only John's message on the server",
                await stage.server.log(of: Stage.john).count == 1
            )
        },
    ]
}
