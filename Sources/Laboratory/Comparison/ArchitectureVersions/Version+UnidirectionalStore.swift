import BehaviourSuite
import UnidirectionalStore

extension Version {
    /// One state that a reducer alone changes, effects that bring actions back, and screens that are functions of it.
    static let unidirectionalStore = Version(
        name: "Unidirectional store",
        StoreApp.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/UnidirectionalStore"],
            layers: """
                View: UnidirectionalStore/Screens
                Composition: UnidirectionalStore/StoreApp.swift
                Feature: UnidirectionalStore/Features
                Store: UnidirectionalStore/Store
                Dependency: UnidirectionalStore/ChatClient.swift
                """,
            screens: ["ChatListViewController", "CreateChatViewController", "ChatViewController"]
        )
    )
}
