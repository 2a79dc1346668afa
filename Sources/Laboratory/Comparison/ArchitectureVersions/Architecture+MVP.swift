import BehaviourSuite
import MVP

extension Architecture {
    /// A passive view protocol for each screen, filled by a presenter. View controllers are the views.
    static let mvp = Architecture(
        name: "MVP",
        AppDelegate.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/MVP"],
            layers: """
                View: MVP/Views
                Presenter: MVP/Presenters
                Model: MVP/Models
                Composition: MVP/AppDelegate.swift, MVP/Scenes.swift
                """
        )
    )
}
