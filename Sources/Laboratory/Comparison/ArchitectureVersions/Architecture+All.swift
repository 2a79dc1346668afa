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
        phone("Classic MVC", ClassicMVC.AppDelegate.self, in: "ClassicMVC"),
        phone("MVP", MVP.AppDelegate.self, in: "MVP"),
        phone("Presentation Model", PresentationModel.AppDelegate.self, in: "PresentationModel"),
        phone("MVVM with statics", StaticMVVM.AppDelegate.self, in: "StaticMVVM", views: "Controllers"),
        phone("MVVM with bindings", AppCoordinator.self, in: "MVVMBindings", kit: "BindingKit"),
        phone("MVVM by property", PropertyMVVM.AppDelegate.self, in: "PropertyMVVM"),
        phone("MV with @Observable", ObservableApp.self, in: "MVObservable"),
        phone("Unidirectional store", StoreApp.self, in: "UnidirectionalStore"),
    ]

    /// The layers of the folders and files in an architecture for the phone, in the order of reports.
    private static let layers: KeyValuePairs = [
        "View": "Views", "View": "Hosting", "View": "Screens", "Controller": "Controllers", "Presenter": "Presenters",
        "Presentation": "Presentations", "ViewModel": "ViewModels", "Binding": "Bindings", "Event": "Events",
        "Feature": "Features", "Store": "Store", "Model": "Models", "Dependency": "ChatClient.swift",
        "Composition": "*.swift",
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

    /// Returns an architecture written for the phone in one folder; `views` is the folder of its views, if it has another
    /// layer elsewhere.
    private static func phone<App: PhoneApp>(
        _ name: String,
        _ app: App.Type,
        in folder: String,
        kit: String? = nil,
        views: String? = nil
    ) -> Architecture {
        let comparison = "Sources/Laboratory/Comparison/"
        let layers = (views.map { ["View: \(folder)/\($0)"] } ?? []) + layers.map { "\($0): \(folder)/\($1)" }
        return Architecture(
            name: name,
            app,
            sources: Sources(
                folders: [comparison + folder],
                kit: kit.map { comparison + $0 },
                layers: layers.joined(separator: "\n")
            )
        )
    }
}
