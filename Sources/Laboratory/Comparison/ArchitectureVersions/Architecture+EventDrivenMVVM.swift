import BehaviourSuite
import EventDrivenMVVM

extension Architecture {
    /// Events that routers dispatch to handlers, which send immutable view models to typed listeners.
    static let eventDrivenMVVM = Architecture(
        name: "Event-driven MVVM",
        AppDelegate.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/EventDrivenMVVM"],
            layers: """
                View: EventDrivenMVVM/ViewControllers
                ViewModel: EventDrivenMVVM/ViewModels
                Handler: EventDrivenMVVM/Handlers
                Router: EventDrivenMVVM/Routers
                Event: EventDrivenMVVM/Events
                ModelController: EventDrivenMVVM/ModelControllers
                Model: EventDrivenMVVM/Models
                Composition: EventDrivenMVVM/AppDelegate.swift
                """
        )
    )
}
