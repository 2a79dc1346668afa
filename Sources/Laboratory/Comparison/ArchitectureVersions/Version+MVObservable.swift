import BehaviourSuite
import MVObservable

extension Version {
    /// Observed models, and views as functions of them.
    static let mvObservable = Version(
        name: "MV with @Observable",
        ObservableApp.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/MVObservable"],
            layers: """
                View: Views, Hosting
                Model: Models
                Composition: ObservableApp.swift
                """,
            screens: ["ChatListContent", "NewChatContent", "ChatContent"]
        )
    )
}
