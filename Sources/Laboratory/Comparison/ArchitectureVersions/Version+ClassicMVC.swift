import BehaviourSuite
import ClassicMVC

extension Version {
    /// Views, models, and controllers that do the rest.
    static let classicMVC = Version(
        name: "Classic MVC",
        AppDelegate.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/ClassicMVC"],
            layers: """
                Controller: ClassicMVC/Controllers
                Model: ClassicMVC/Models
                Composition: ClassicMVC/AppDelegate.swift
                """,
            screens: ["ChatListViewController", "CreateChatViewController", "ChatViewController"]
        )
    )
}
