import BehaviourSuite

extension PlantedBug {
    static let compactBugs = [
        PlantedBug(
            name: "has no compact rows",
            scenarios: [
                "Compact rows show each chat on one line, and full rows return",
                "A compact row follows its chat, and stays compact after a visit to it",
            ],
            gestures: { if case .compact = $0 { [] } else { [$0] } }
        ),
        PlantedBug(
            name: "never returns to full rows",
            scenarios: ["Compact rows show each chat on one line, and full rows return"],
            gestures: { $0 == .compact(false) ? [] : [$0] }
        ),
        PlantedBug(
            name: "does not say who types in compact rows",
            scenarios: ["A compact row follows its chat, and stays compact after a visit to it"],
            screen: { screen in
                screen.changing(list: { list in
                    for index in list.rows.indices where list.rows[index].line?.hasSuffix("typing…") == true {
                        list.rows[index].line = list.rows[index].title
                    }
                })
            }
        ),
    ]
}
