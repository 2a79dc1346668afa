import BehaviourSuite
import PropertyMVVM

extension Architecture {
    /// A protocol of a view model for each screen, whose properties controllers bind one by one to the view.
    static let propertyMVVM = Architecture(
        name: "MVVM by property",
        AppDelegate.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/PropertyMVVM"],
            layers: """
                Controller: PropertyMVVM/Controllers
                ViewModel: PropertyMVVM/ViewModels
                Model: PropertyMVVM/Models
                Composition: PropertyMVVM/AppDelegate.swift
                """
        )
    )
}
