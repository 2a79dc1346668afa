import BehaviourSuite
import PhoneKit

extension PlantedBug {
    static let noticeBugs = [
        PlantedBug(
            name: "ignores pushed notices",
            scenarios: [
                "A pushed notice is shown in its open chat, and marks the chat in the list",
                "A pushed notice marks its chat in the list on top",
                "A notice about another chat waits until that chat is opened",
                "A notice that comes while the form is on top is there on return",
            ],
            ignoresPushedNotices: true
        ),
        PlantedBug(
            name: "shows a notice of two sources twice",
            scenarios: ["A notice that comes by push and by socket is shown once"],
            screen: { $0.changing(chat: { $0.notices += $0.notices }) }
        ),
        PlantedBug(
            name: "has no socket for notices",
            scenarios: ["A chat that was left hears no notices until it is opened again"],
            phone: { $0.replacing(noticeSocket: NoticeSocket()) }
        ),
        PlantedBug(
            name: "shows every notice in every chat",
            scenarios: ["A notice about another chat waits until that chat is opened"],
            screen: { screen in
                screen.changing(chat: { if $0.title == "Ben" { $0.notices = ["John is on holiday until Monday"] } })
            }
        ),
        PlantedBug(
            name: "marks no chat that has a notice",
            scenarios: [
                "A pushed notice is shown in its open chat, and marks the chat in the list",
                "A notice that comes by push and by socket is shown once",
                "A notice that comes while the form is on top is there on return",
            ],
            screen: { screen in
                screen.changing(list: { list in
                    for index in list.rows.indices { list.rows[index].hasNotice = false }
                })
            }
        ),
    ]
}
