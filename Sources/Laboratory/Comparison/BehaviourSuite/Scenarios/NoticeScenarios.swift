import ChatTypes
import PhoneKit
import Transport

extension Scenario {
    /// Scenarios with notices of the service, which arrive by push and by a socket, both outside the session.
    static let noticeScenarios = [
        Scenario("A pushed notice is shown in its open chat, and marks the chat in the list", features: []) { stage in
            try await stage.startInList()
            try await stage.open("John")
            try await stage.seeChat("no notice") { $0.notices.isEmpty }
            await stage.push(.holiday)
            try await stage.seeChat("the notice") { $0.notices == [ServiceNotice.holiday.text] }
            try await stage.goBack()
            try await stage.seeList("a marked row") { $0.row("John")?.hasNotice == true }
        },
        Scenario("A pushed notice marks its chat in the list on top", features: []) { stage in
            try await stage.startInList()
            try await stage.seeList("no mark") { $0.row("John")?.hasNotice == false }
            await stage.push(.holiday)
            try await stage.seeList("a marked row") { $0.row("John")?.hasNotice == true }
        },
        Scenario("A notice that comes by push and by socket is shown once", features: []) { stage in
            try await stage.startInList()
            try await stage.open("John")
            try await stage.seeNoticeSocket(of: Stage.john)
            stage.phone.noticeSocket.send(.holiday)
            await stage.push(.holiday)
            try await stage.seeChat("the notice") { $0.notices == [ServiceNotice.holiday.text] }
            await stage.push(.number)
            stage.phone.noticeSocket.send(.number)
            let texts = [ServiceNotice.holiday.text, ServiceNotice.number.text]
            try await stage.seeChat("both notices") { $0.notices == texts }
            try await stage.keepSeeing("each once") { $0.chat?.notices == texts }
            try await stage.goBack()
            try await stage.seeList("a marked row") { $0.row("John")?.hasNotice == true }
        },
        Scenario("A notice about another chat waits until that chat is opened", features: []) { stage in
            try await stage.elsewhere.createChatWithBen()
            try await stage.startInList()
            try await stage.open("Ben")
            await stage.push(.holiday)
            try await stage.keepSeeing("no notice in Ben's chat") { $0.chat?.notices.isEmpty == true }
            try await stage.goBack()
            try await stage.seeList("John's row marked alone") { list in
                list.row("John")?.hasNotice == true && list.row("Ben")?.hasNotice == false
            }
            try await stage.open("John")
            try await stage.seeChat("the notice") { $0.notices == [ServiceNotice.holiday.text] }
        },
        Scenario("A notice that comes while the form is on top is there on return", features: []) { stage in
            try await stage.openForm()
            await stage.push(.holiday)
            try await stage.wait(.seconds(1))
            try await stage.goBack()
            try await stage.seeList("a marked row") { $0.row("John")?.hasNotice == true }
            await stage.perform(.newChat)
            try await stage.seeForm("the form again") { _ in true }
            await stage.perform(.type("Ben"))
            await stage.perform(.create)
            try await stage.seeChat("Ben's chat instead of the form") { $0.title == "Ben" }
            await stage.push(.outage)
            try await stage.seeChat("the notice") { $0.notices == [ServiceNotice.outage.text] }
        },
        Scenario("A chat that was left hears no notices until it is opened again", features: []) { stage in
            try await stage.startInList()
            try await stage.open("John")
            try await stage.seeNoticeSocket(of: Stage.john)
            try await stage.goBack()
            try await stage.see("a closed socket") { _ in !stage.phone.noticeSocket.isOpen(for: Stage.john) }
            stage.phone.noticeSocket.send(.holiday)
            try await stage.keepSeeing("no mark", for: .seconds(5)) { $0.list?.row("John")?.hasNotice == false }
            try await stage.open("John")
            try await stage.seeNoticeSocket(of: Stage.john)
            stage.phone.noticeSocket.send(.holiday)
            try await stage.seeChat("the notice") { $0.notices == [ServiceNotice.holiday.text] }
            await stage.push(.number)
            try await stage.seeChat("both notices") { chat in
                chat.notices == [ServiceNotice.holiday.text, ServiceNotice.number.text]
            }
        },
    ]
}

extension ServiceNotice {
    fileprivate static let holiday = ServiceNotice(id: "1", chat: Stage.john, text: "John is on holiday until Monday")
    fileprivate static let number = ServiceNotice(id: "2", chat: Stage.john, text: "John has a new number")
    fileprivate static let outage = ServiceNotice(id: "3", chat: Stage.ben, text: "Ben's provider has an outage")
}

extension Stage {
    fileprivate func seeNoticeSocket(of chat: ChatID) async throws {
        try await see("an open socket for notices") { _ in phone.noticeSocket.isOpen(for: chat) }
    }
}
