public import BehaviourSuite
import ClassicMVC
import MVObservable
import MVP
import MVVMBindings
import PhoneKit
import PresentationModel
import PropertyMVVM
import StaticMVVM
import UnidirectionalStore
import VIPERInterface

extension Architecture {
    /// Every architecture, in the order of the table.
    public static let all: [Architecture] = [
        viper,
        phone(
            "Classic MVC",
            ClassicMVC.AppDelegate.self,
            in: "ClassicMVC",
            [
                "Controller": "Controllers", "Model": "Models", "Composition": "AppDelegate.swift",
            ]
        ),
        phone(
            "MVP",
            MVP.AppDelegate.self,
            in: "MVP",
            [
                "View": "Views", "Presenter": "Presenters", "Model": "Models", "Composition": "*.swift",
            ]
        ),
        phone(
            "Presentation Model",
            PresentationModel.AppDelegate.self,
            in: "PresentationModel",
            [
                "Controller": "Controllers", "Presentation": "Presentations", "Model": "Models",
                "Composition": "AppDelegate.swift",
            ]
        ),
        phone(
            "MVVM with statics",
            StaticMVVM.AppDelegate.self,
            in: "StaticMVVM",
            [
                "View": "Controllers", "ViewModel": "ViewModels", "Event": "Events", "Model": "Models",
                "Composition": "*.swift",
            ]
        ),
        phone(
            "MVVM with bindings",
            AppCoordinator.self,
            in: "MVVMBindings",
            kit: "BindingKit",
            [
                "Controller": "Controllers", "ViewModel": "ViewModels", "Binding": "Bindings",
                "Composition": "AppCoordinator.swift",
            ]
        ),
        phone(
            "MVVM by property",
            PropertyMVVM.AppDelegate.self,
            in: "PropertyMVVM",
            [
                "Controller": "Controllers", "ViewModel": "ViewModels", "Model": "Models",
                "Composition": "AppDelegate.swift",
            ]
        ),
        phone(
            "MV with @Observable",
            ObservableApp.self,
            in: "MVObservable",
            [
                "View": "Views", "View": "Hosting", "Model": "Models", "Composition": "ObservableApp.swift",
            ]
        ),
        phone(
            "Unidirectional store",
            StoreApp.self,
            in: "UnidirectionalStore",
            [
                "View": "Screens", "Composition": "StoreApp.swift", "Feature": "Features", "Store": "Store",
                "Dependency": "ChatClient.swift",
            ]
        ),
    ]

    /// The package's own screens, with view controllers for the phone.
    private static let viper = Architecture(
        name: "VIPER",
        VIPERApp.self,
        sources: Sources(
            folders: [
                "Sources/Screens/ScreenKit", "Sources/Screens/ChatList", "Sources/Screens/CreateChat",
                "Sources/Screens/Chat", "Sources/App/ChatApp", "Sources/Laboratory/Comparison/VIPERInterface",
            ],
            formerFolders: ["Sources/Core/ChatApp"],
            shared: ["Sources/Screens/ScreenKit/Words"],
            layers: """
                View: VIPERInterface, *View.swift
                Composition: ChatApp
                Presenter: *Presenter.swift
                Interactor: *Interactor.swift, ChatList/PictureLoader.swift
                Entity: *Entity.swift
                Router: *Router.swift
                Module: *Module.swift
                """
        )
    )

    /// Returns an architecture written for the phone in one folder; `layers` names the paths in it that each layer has.
    private static func phone<App: PhoneApp>(
        _ name: String,
        _ app: App.Type,
        in folder: String,
        kit: String? = nil,
        _ layers: KeyValuePairs<String, String>
    ) -> Architecture {
        let comparison = "Sources/Laboratory/Comparison/"
        return Architecture(
            name: name,
            app,
            sources: Sources(
                folders: [comparison + folder],
                kit: kit.map { comparison + $0 },
                layers: layers.map { "\($0): \(folder)/\($1)" }.joined(separator: "\n")
            )
        )
    }
}
