import BehaviourSuite
import PresentationModel

extension Version {
    /// Controllers are the hub; what is shown is held by a presentation, which they ask and redraw from.
    static let presentationModel = Version(
        name: "Presentation Model",
        AppDelegate.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/PresentationModel"],
            layers: """
                Controller: PresentationModel/Controllers, PresentationModel/AppDelegate.swift
                Presentation: PresentationModel/Presentations
                Model: PresentationModel/Models
                """,
            screens: ["InboxViewController", "FormViewController", "ChatViewController"]
        )
    )
}
