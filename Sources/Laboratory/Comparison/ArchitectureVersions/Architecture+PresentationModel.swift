import BehaviourSuite
import PresentationModel

extension Architecture {
    /// Controllers at the center, each with a presentation that holds the content and from which the controller
    /// redraws.
    static let presentationModel = Architecture(
        name: "Presentation Model",
        AppDelegate.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/PresentationModel"],
            layers: """
                Controller: PresentationModel/Controllers
                Presentation: PresentationModel/Presentations
                Model: PresentationModel/Models
                Composition: PresentationModel/AppDelegate.swift
                """
        )
    )
}
