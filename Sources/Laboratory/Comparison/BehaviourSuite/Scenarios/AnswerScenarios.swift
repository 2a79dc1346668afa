import ChatTypes
import DriverKit
import SimulatedServer
import Transport

extension Scenario {
    /// Scenarios with replies and reactions.
    static let answerScenarios: [Scenario] = [
        .fromJohnsChat("A reply shows the message that it answers, on the phone and on the server", features: [33]) {
            stage in
            let asked = try await stage.server.contactWrites("Tea or coffee?", in: Stage.john)
            let chat = try await stage.seeChat("the question") { $0.row(saying: "Tea or coffee?") != nil }
            guard let row = chat?.row(saying: "Tea or coffee?") else { return }
            try await stage.check("a message that answers none", row.answered == nil)
            await stage.perform(.type("Half a thou"))
            await stage.perform(.reply(row: row.id, text: "Tea"))
            try await stage.seeChat("the reply below the question, and the draft as it was") { chat in
                chat.rows.last?.text == "Tea" && chat.rows.last?.answered == "Tea or coffee?"
                    && chat.field == "Half a thou"
            }
            try await stage.see("the server with the reply") { _ in
                let last = await stage.server.log(of: Stage.john).last
                return last?.text == "Tea" && last?.repliesTo == asked.id
            }
        },
        .fromJohnsChat("A reply follows the edits and the deletion of the message that it answers", features: [33]) {
            stage in
            try await stage.say("At six")
            try await stage.seeChat("the message sent") { $0.delivery(of: "At six") == .sent }
            guard let mine = await stage.server.log(of: Stage.john).last else { return }
            try await stage.seeSocket()
            try await stage.server.contactWrites("Fine", replyingTo: mine.id, in: Stage.john)
            try await stage.seeChat("John's reply") { $0.row(saying: "Fine")?.answered == "You: At six" }
            await stage.perform(.edit(row: mine.id.rawValue, to: "At seven"))
            try await stage.seeChat("the new text above the reply") { chat in
                chat.row(saying: "Fine")?.answered == "You: At seven"
            }
            await stage.perform(.delete(row: mine.id.rawValue))
            try await stage.seeChat("a deleted message above the reply") { chat in
                chat.row(saying: "Fine")?.answered == "You: Message deleted"
            }
        },
        Scenario("A reply that waits is sent as a reply after a restart", features: [5, 33], in: .restarting) { stage in
            let group = try await stage.makeGroup()
            let asked = try await stage.server.contactWrites("Who drives?", in: group, by: Stage.ada)
            try await stage.startInList()
            try await stage.open("Trip")
            let chat = try await stage.seeChat("the question") { $0.row(saying: "Who drives?") != nil }
            guard let row = chat?.row(saying: "Who drives?") else { return }
            stage.cutNetwork()
            await stage.perform(.reply(row: row.id, text: "I do"))
            try await stage.seeChat("the reply, waiting, with the author's name above") { chat in
                chat.delivery(of: "I do") == .sending && chat.row(saying: "I do")?.answered == "Ada: Who drives?"
            }
            await stage.quit()
            stage.mendNetwork()
            try await stage.startInList()
            try await stage.see("the reply on the server, once") { _ in
                let log = await stage.server.log(of: group)
                return log.filter { $0.author == .me }.map(\.repliesTo) == [asked.id]
            }
        },
        .fromJohnsChat("A reaction is set and removed, here and on the server", features: [34]) { stage in
            let chat = try await stage.seeChat("John's message") { !$0.rows.isEmpty }
            guard let row = chat?.rows.last else { return }
            await stage.perform(.react(row: row.id, text: "👍"))
            try await stage.seeChat("the reaction") { chat in
                chat.rows.last?.reactions == [MessageReaction(text: "👍", count: 1, isMine: true)]
            }
            try await stage.see("the reaction on the server") { _ in
                await stage.reactions(in: Stage.john) == [.reaction(text: "👍", isSet: true)]
            }
            await stage.perform(.react(row: row.id, text: "👍"))
            try await stage.seeChat("no reaction") { $0.rows.last?.reactions.isEmpty == true }
            try await stage.see("its removal on the server") { _ in
                await stage.reactions(in: Stage.john).last == .reaction(text: "👍", isSet: false)
            }
            await stage.perform(.react(row: row.id, text: String(repeating: "a", count: Limits.reactionBytes + 1)))
            try await stage.seeChat("a reason, and no reaction") { chat in
                chat.problem != nil && chat.rows.last?.reactions.isEmpty == true
            }
        },
        Scenario("Reactions of contacts are counted below their message, and are no news", features: [34]) { stage in
            let group = try await stage.makeGroup()
            try await stage.startInList()
            try await stage.open("Trip")
            try await stage.say("We leave at six")
            try await stage.seeChat("the message sent") { $0.delivery(of: "We leave at six") == .sent }
            try await stage.goBack()
            try await stage.seePushConnection()
            guard let mine = await stage.server.log(of: group).last else { return }
            let badge = await stage.screen.badge
            try await stage.server.contactReacts("👍", to: mine.id, in: group, by: Stage.ada)
            try await stage.server.contactReacts("👍", to: mine.id, in: group, by: Stage.benHimself)
            try await stage.keepSeeing("the message as preview, and nothing announced or counted") { screen in
                screen.badge == badge && screen.notifications.isEmpty
                    && screen.list?.row("Trip")?.preview == "We leave at six"
            }
            try await stage.open("Trip")
            try await stage.seeChat("both counted") { chat in
                chat.rows.last?.reactions == [MessageReaction(text: "👍", count: 2, names: ["Ada", "Ben"])]
            }
            try await stage.seeSocket()
            await stage.perform(.react(row: mine.id.rawValue, text: "👍"))
            try await stage.seeChat("the user's own with them") { chat in
                chat.rows.last?.reactions.map(\.count) == [3] && chat.rows.last?.reactions.first?.isMine == true
            }
            try await stage.server.contactReacts("👍", isSet: false, to: mine.id, in: group, by: Stage.ada)
            try await stage.seeChat("Ada's no longer counted") { chat in
                chat.rows.last?.reactions.map(\.count) == [2] && chat.rows.last?.reactions.first?.names == ["Ben"]
            }
        },
        .fromJohnsChat("A reaction that is set and removed offline is never sent", features: [34]) { stage in
            let chat = try await stage.seeChat("John's message") { !$0.rows.isEmpty }
            guard let row = chat?.rows.last else { return }
            stage.cutNetwork()
            await stage.perform(.react(row: row.id, text: "👍"))
            try await stage.seeChat("the reaction") { $0.rows.last?.reactions.map(\.text) == ["👍"] }
            await stage.perform(.react(row: row.id, text: "🎉"))
            try await stage.seeChat("both") { Set($0.rows.last?.reactions.map(\.text) ?? []) == ["👍", "🎉"] }
            await stage.perform(.react(row: row.id, text: "👍"))
            try await stage.seeChat("the second alone") { $0.rows.last?.reactions.map(\.text) == ["🎉"] }
            stage.mendNetwork()
            try await stage.see("the second alone on the server") { _ in
                // The removal is sent if an attempt to send the reaction is under way; it changes nothing then.
                await stage.reactions(in: Stage.john).filter { $0 != .reaction(text: "👍", isSet: false) } == [
                    .reaction(text: "🎉", isSet: true)
                ]
            }
        },
    ]
}

extension Stage {
    /// Everything that set or removed a reaction on the server, in order.
    fileprivate func reactions(in chat: ChatID) async -> [Annotation.Kind] {
        await server.reactionAndPollLog(of: chat).map(\.kind)
    }
}
