import BehaviourSuite
import EventDrivenMVVM

extension Version {
    /// Events that routers dispatch to handlers, which send immutable view models to typed listeners.
    static let eventDrivenMVVM = Version(
        name: "Event-driven MVVM",
        AppDelegate.self,
        sources: Sources(
            folders: ["Sources/Laboratory/Comparison/EventDrivenMVVM"],
            screens: ["ChatListViewController", "CreateChatViewController", "ChatViewController"]
        )
    )
}
