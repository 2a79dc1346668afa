import BehaviourSuite
import UnidirectionalStore

extension Architecture {
    /// One state changed only by a reducer, effects that send actions back, and screens as functions of the state.
    static let unidirectionalStore = Architecture(
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
                """
        )
    )
}
