import Testing

@testable import SourceMeasure

@Suite struct LayerRulesTests {
    @Test(arguments: [
        ("ChatList/ChatListInteractor.swift", "Interactor"),
        ("Chat/ChatInteractor+Sending.swift", "Interactor"),
        ("ChatListViewController.swift", "Controller"),
        ("Models/ChatViewModel.swift", "ViewModel"),
        ("ChatModels.swift", "Model"),
        ("Chat/Entities/Message.swift", "Entity"),
        ("Views/Cells/Bubble.swift", "View"),
        ("Models/Views/Bubble.swift", "View"),
        ("Tests/ChatTests.swift", "Tests"),
        ("AppTests/Views/FakeView.swift", "Tests"),
        ("Sources/View+Tests.swift", "View"),
        ("Preview.swift", "Other"),
        ("main.swift", "Other"),
        ("", "Other"),
    ])
    func `layers by name use the file's last word, then the nearest folder`(_ path: String, _ layer: String) {
        #expect(LayerRules.byName.layer(of: path) == layer)
    }

    @Test func `layers from lines use the first matching pattern`() {
        let rules = LayerRules(
            parsing: """
                Screens: Views, Cells/
                Glue: *Glue.swift, Lib/*/S*.swift
                Screens: Deep/*/x.swift
                Rest: Lib
                """
        )
        let expected = [
            "Views/A.swift": "Screens", "ViewsOld/A.swift": "Other", "Cells/A/B.swift": "Screens",
            "Views/AGlue.swift": "Screens", "Any/AGlue.swift": "Glue", "Lib/a/Set.swift": "Glue",
            "Lib/a/b/Set.swift": "Rest", "Lib/a/ASet.swift": "Rest", "Lib/Set.swift": "Rest",
            "Deep/a/x.swift": "Screens", "Deep/a/b/x.swift": "Other", "Deep/x.swift": "Other",
        ]
        for (path, layer) in expected { #expect(rules.layer(of: path) == layer, "\(path)") }
    }

    @Test func `files without a matching pattern get layers by name`() {
        let rules = LayerRules(parsing: "Model: *Store.swift\nScreens: Chat")
        #expect(rules.layer(of: "Chat/ChatView.swift") == "Screens")
        #expect(rules.layer(of: "List/ListView.swift") == "View")
        #expect(rules.layer(of: "List/DiskStore.swift") == "Model")
        #expect(rules.sorted(["Other", "View", "Screens", "Model"]) == ["Model", "Screens", "View", "Other"])
    }

    @Test func `a pattern with many stars matches in bounded time`() {
        let rules = LayerRules(parsing: "A: " + String(repeating: "a*", count: 200) + "b/c")
        #expect(rules.layer(of: String(repeating: "a", count: 2_000)) == "Other")
    }
}
