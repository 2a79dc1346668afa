import DriverKit
import Foundation
import SimulatedServer
import Transport

extension Scenario {
    /// Scenarios with the contents of a row.
    static let rowScenarios: [Scenario] = [
        .fromList("A row says what a message carries, or its text", features: [17]) { stage in
            for (count, preview) in [(1, "Attachment: 1 Image"), (2, "Attachment: 2 Images")] {
                try await stage.server.contactWrites("", imageCount: count, in: Stage.john)
                try await stage.seeList(preview) { $0.row("John")?.preview == preview }
            }
            try await stage.server.contactWrites("Lovely", in: Stage.john)
            try await stage.seeList("the text") { $0.row("John")?.preview == "Lovely" }
            try await stage.open("John")
            try await stage.seeChat("the same in the chat") { chat in
                chat.rows.dropFirst().map(\.text) == ["Attachment: 1 Image", "Attachment: 2 Images", "Lovely"]
            }
        },
        Scenario("A row says the time today, then yesterday, then the date", features: [18], in: .morning) { stage in
            // The first message was sent shortly before ten in the morning.
            try await stage.startInList()
            try await stage.seeList("the time") { $0.row("John")?.time == "9:51 am" }
            try await stage.open("John")
            try await stage.seeChat("the time in the chat") { $0.rows.map(\.time) == ["9:51 am"] }
            for time in ["Yesterday", "3/11/2022"] {
                await stage.quit()
                stage.leap(by: .seconds(86_400))
                try await stage.startInList()
                try await stage.seeList(time) { $0.row("John")?.time == time }
            }
        },
        .fromList("At midnight what was today becomes yesterday by itself", features: [18], in: .lateEvening) { stage in
            try await stage.seeList("the time") { $0.row("John")?.time == "11:46 pm" }
            try await stage.see("yesterday", within: .seconds(3600)) { $0.list?.row("John")?.time == "Yesterday" }
            try await stage.open("John")
            try await stage.seeChat("yesterday in the chat") { chat in
                chat.rows.count == 1 && chat.rows.allSatisfy { $0.time.hasPrefix("Yesterday") }
            }
        },
        .fromJohnsChat("At midnight an open chat says yesterday by itself", features: [18], in: .lateEvening) { stage in
            try await stage.seeChat("the time") { $0.rows.map(\.time) == ["11:46 pm"] }
            try await stage.see("yesterday", within: .seconds(3600)) { screen in
                screen.chat?.rows.first?.time.hasPrefix("Yesterday") == true
            }
        },
        Scenario("A contact's picture comes later than its row", features: [20], in: .slow) { stage in
            for name in ["Ben", "Ana"] { _ = try await stage.elsewhere.createChat(with: name) }
            try stage.start()
            let early = try await stage.seeList("three rows") { $0.rows.count == 3 }
            // If time may overtake work, the pictures may arrive together with the rows.
            if stage.isPunctual {
                try await stage.check("no picture yet", early.rows.allSatisfy { !$0.hasPicture })
            }
            try await stage.seePictures()
        },
    ]
}

extension Setting {
    fileprivate static let morning = Setting(restarts: true, isPunctual: true)

    /// Five minutes before midnight.
    fileprivate static let lateEvening = Setting(
        isPunctual: true,
        start: Date(timeIntervalSince1970: 1_647_042_900)
    )

    /// Every request takes five seconds.
    static let slow = {
        var setting = Setting()
        setting.conditions.roundTrip = .seconds(5) ... .seconds(5)
        return setting
    }()
}
