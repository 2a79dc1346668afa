import BehaviourSuite
import VIPERInterface

extension Architecture {
    /// VIPER modules: the package's own screens, with view controllers for the phone.
    static let viper = Architecture(
        name: "VIPER",
        VIPERApp.self,
        sources: Sources(
            folders: [
                "Sources/Screens/ScreenKit", "Sources/Screens/ChatList", "Sources/Screens/CreateChat",
                "Sources/Screens/Chat", "Sources/Core/ChatApp", "Sources/Laboratory/Comparison/VIPERInterface",
            ],
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
}
