import BehaviourSuite
import MVVMBindings

extension Architecture {
    /// View models that map inputs to outputs over time, and controllers that bind them to views.
    static let mvvmBindings = Architecture(
        name: "MVVM with bindings",
        AppCoordinator.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/MVVMBindings"],
            kit: "Sources/Laboratory/Comparison/BindingKit",
            layers: """
                Controller: MVVMBindings/Controllers
                ViewModel: MVVMBindings/ViewModels
                Binding: MVVMBindings/Bindings
                Composition: MVVMBindings/AppCoordinator.swift
                """
        )
    )
}
