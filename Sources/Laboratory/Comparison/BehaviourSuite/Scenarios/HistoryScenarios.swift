import ChatTypes
import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    /// Scenarios on the history: all messages, in order, each once.
    static let historyScenarios: [Scenario] = [
        .fromJohnsChat("Messages stand in the server's order, each once", features: [7], in: .jumbled) { stage in
            for number in 1...12 {
                try await stage.server.contactWrites("Number \(number)", in: Stage.john)
                try await stage.wait(.milliseconds(300))
            }
            try await stage.seeWholeLog(of: Stage.john)
            try await stage.keepSeeing("the same rows") { $0.chat?.rows.count == 13 }
        },
        .fromJohnsChat(
            "A message that was answered too late is sent again, and is there once",
            features: [5],
            in: .deaf
        ) {
            stage in
            for number in 1...4 { try await stage.say("Number \(number)") }
            try await stage.seeChat("all sent") { chat in
                chat.rows.count == 5 && chat.rows.dropFirst().allSatisfy { $0.delivery == .sent }
            }
            try await stage.check("five on the server", await stage.server.log(of: Stage.john).count == 5)
            try await stage.seeWholeLog(of: Stage.john)
        },
        .fromList("What was missed while the app was away is filled in", features: [2, 4], in: .restarting) { stage in
            await stage.quit()
            for number in 1...30 { try await stage.server.contactWrites("Number \(number)", in: Stage.john) }
            try await stage.startInList()
            try await stage.open("John")
            try await stage.seeWholeLog(of: Stage.john)
            try await stage.seeChat("no gap") { $0.rows.allSatisfy { !$0.followsGap } }
        },
        Scenario("Earlier messages are shown on request", features: [2]) { stage in
            for number in 1...140 { try await stage.server.contactWrites("Number \(number)", in: Stage.john) }
            try await stage.startInList()
            try await stage.open("John")
            try await stage.seeChat("the newest last") { $0.rows.last?.text == "Number 140" }
            try await stage.askForEarlier(while: \.hasEarlier)
            try await stage.seeWholeLog(of: Stage.john)
        },
        .fromJohnsChat("A socket that breaks comes back, and nothing is missed", features: [4], in: .brittle) { stage in
            for number in 1...10 {
                try await stage.server.contactWrites("Number \(number)", in: Stage.john)
                try await stage.wait(.seconds(2))
            }
            try await stage.seeWholeLog(of: Stage.john)
            try await stage.keepSeeing("nothing announced") { $0.notifications.isEmpty }
        },
    ]
}

extension Setting {
    /// Updates arrive out of order and twice.
    fileprivate static let jumbled = {
        var setting = Setting()
        setting.conditions.reorderingRate = 0.5
        setting.conditions.duplicationRate = 0.5
        return setting
    }()

    /// Half of all responses are lost.
    fileprivate static let deaf = {
        var setting = Setting()
        setting.conditions.responseLossRate = 0.5
        return setting
    }()

    /// Connections last five seconds.
    fileprivate static let brittle = {
        var setting = Setting()
        setting.conditions.connectionLifetime = .seconds(5)
        return setting
    }()
}
