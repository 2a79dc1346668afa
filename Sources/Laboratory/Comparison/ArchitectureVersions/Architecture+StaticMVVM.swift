import BehaviourSuite
import StaticMVVM

extension Architecture {
    /// The article's MVVM as it is written: static routers that change models, view models with closures, and builders
    /// that push view controllers.
    static let staticMVVM = Architecture(
        name: "MVVM with statics",
        AppDelegate.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/StaticMVVM"],
            layers: """
                View: StaticMVVM/Controllers
                ViewModel: StaticMVVM/ViewModels
                Event: StaticMVVM/Events
                Model: StaticMVVM/Models
                Composition: StaticMVVM/AppDelegate.swift, StaticMVVM/AppProcess.swift
                """
        )
    )
}
