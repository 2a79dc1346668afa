import BehaviourSuite
import ChatStore
import DriverKit

extension PlantedBug {
    static let all =
        processBugs + listBugs + formBugs + chatBugs + quietBugs + editBugs + answerBugs + groupBugs + diskBugs

    private static let processBugs = [
        PlantedBug(
            name: "forgets everything when it quits",
            scenarios: [
                "The stored chats are shown before any network answers",
                "A message that waits is sent after a restart",
                "An announced message is on disk already",
                "What was typed and not sent is kept",
                "All that was sent before the app quits is sent, though at the last moment",
                "What is changed while the server is away gets there, though the app is quit",
            ],
            phone: { $0.replacing(disk: .memory) }
        ),
        PlantedBug(
            name: "has no push",
            scenarios: ["A message for a chat that is not open comes by push"],
            phone: { $0.replacing(pushes: DeadLineFake()) }
        ),
        PlantedBug(
            name: "has no socket",
            scenarios: ["Entering a chat opens its socket, and leaving it closes it"],
            phone: { $0.replacing(sockets: DeadLineFake()) }
        ),
        PlantedBug(
            name: "tells the server nothing of what was read",
            scenarios: [
                "A message on screen is reported as read", "A receipt that could not be sent is sent later",
                "What is on screen in a group is read",
            ],
            phone: { $0.replacing(service: BrokenServiceFake(base: $0.service, dropsReceipts: true)) }
        ),
        PlantedBug(
            name: "fills no gap",
            scenarios: ["What was missed while the app was away is filled in"],
            phone: { $0.replacing(service: BrokenServiceFake(base: $0.service, refusesPages: true)) }
        ),
        PlantedBug(
            name: "does not know when nobody looks",
            scenarios: ["While nobody looks, nothing counts as read", "A goodbye comes by push when the app is left"],
            ignoresFocus: true
        ),
        PlantedBug(
            name: "counts to one on its badge",
            scenarios: ["The badge is the sum of what the rows say is unread"],
            screen: { screen in
                var screen = screen
                screen.badge = min(screen.badge, 1)
                return screen
            }
        ),
        PlantedBug(
            name: "never clears its badge",
            scenarios: [
                "What was read elsewhere is read here",
                "A conversation on the move ends as the server has it",
                "A conversation in a storm ends as the server has it",
            ],
            screen: { screen in
                var screen = screen
                screen.badge = max(screen.badge, 1)
                return screen
            }
        ),
        PlantedBug(
            name: "announces everything twice",
            scenarios: ["A live message for a chat not on screen is announced once"],
            screen: { screen in
                var screen = screen
                screen.notifications += screen.notifications
                return screen
            }
        ),
        PlantedBug(
            name: "announces nothing",
            scenarios: ["A contact answers by push when the chat has been left"],
            screen: { screen in
                var screen = screen
                screen.notifications = []
                return screen
            }
        ),
        PlantedBug(
            name: "announces whatever is unread",
            scenarios: [
                "A backlog raises the badge and is not announced",
                "A goodbye to an app that was quit is found at the next start",
            ],
            screen: { screen in
                var screen = screen
                screen.notifications += (0..<screen.badge).map { Screen.Notification(title: "\($0)", text: "News") }
                return screen
            }
        ),
        PlantedBug(
            name: "announces what is on screen",
            scenarios: [
                "A message for the open chat is shown at once, and not announced",
                "A socket that breaks comes back, and nothing is missed",
            ],
            screen: { screen in
                var screen = screen
                let received = screen.chat?.rows.filter { !$0.isMine } ?? []
                screen.notifications += received.map { Screen.Notification(title: "Here", text: $0.text) }
                return screen
            }
        ),
    ]
}
