import BehaviourSuite
import MVObservable

extension Architecture {
    /// Observed models, and views as functions of them.
    static let mvObservable = Architecture(
        name: "MV with @Observable",
        ObservableApp.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/MVObservable"],
            layers: """
                View: MVObservable/Views, MVObservable/Hosting
                Model: MVObservable/Models
                Composition: MVObservable/ObservableApp.swift
                """
        )
    )
}
