import BehaviourSuite
import ClassicMVC

extension Architecture {
    /// Views, models, and controllers that do the rest.
    static let classicMVC = Architecture(
        name: "Classic MVC",
        AppDelegate.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/ClassicMVC"],
            layers: """
                Controller: ClassicMVC/Controllers
                Model: ClassicMVC/Models
                Composition: ClassicMVC/AppDelegate.swift
                """
        )
    )
}
