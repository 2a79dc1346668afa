import ChatApp
import ChatTypes
import HostKit
import ScreenKit

/// The panel of a screen that the model knows only by this.
///
/// It is one file with one row in `ScreenName.kind`: its keys, their help, its events and its effects follow from these.
protocol ScreenPanel: Panel {
    associatedtype Action: Equatable & Sendable
    associatedtype State: PanelState

    /// The keys, and their effects here.
    static var keys: PanelKeys { get }
    /// The keys of this screen alone, on an empty line; none by default.
    static var ownKeys: [(key: Unicode.Scalar, action: KeyAction, summary: String)] { get }
    /// The key that leads here; nil by default.
    static var wayIn: KeyBinding? { get }
    /// The action that leaves the screen.
    static var leave: Action { get }

    /// Returns the screen of a module; nil for a module of another screen.
    static func screen(of module: AppModule) -> Screen<Action, State>?

    init()

    /// The newest state; nil before the first.
    var state: State? { get }

    mutating func receive(_ new: State)

    /// Returns the way to a message of this screen; by default nil: it leads to none.
    func goal(to message: MessageID) -> MessageGoal?

    /// Returns what an action on a message does to the selected row; by default nil: it concerns the chat.
    func perform(_ action: KeyAction) -> [ModelEffect]?
}

/// The state of a screen that a panel shows.
protocol PanelState: Sendable, Equatable {
    var status: String? { get }
    var problem: ScreenProblem? { get }
}

/// The keys of a panel's screen.
struct PanelKeys: Hashable, Sendable {
    let screen: ScreenName
    let kind: KeyScreen.Kind
    /// The help for Enter.
    var enter = "run the typed command"
    /// The help for Esc.
    var escape = "go back"
}

extension ScreenPanel {
    static var ownKeys: [(key: Unicode.Scalar, action: KeyAction, summary: String)] { [] }

    static var wayIn: KeyBinding? { nil }

    var status: String? { state?.status }

    func goal(to message: MessageID) -> MessageGoal? { nil }

    func perform(_ action: KeyAction) -> [ModelEffect]? { nil }
}

/// The screen without its types.
extension ScreenPanel {
    static var keyScreen: KeyScreen { .panel(keys) }

    /// The effect that leaves the screen.
    static var leaving: ModelEffect { effect(leave) }

    static func effect(_ action: Action) -> ModelEffect { .screen(ScreenAction(action, on: keys.screen)) }

    /// Joins the screen of a module to a function that shows its states; returns nil for a module of another screen.
    static func rendered(
        _ module: AppModule,
        by show: @escaping @Sendable (any PanelState) async -> Void
    ) -> RenderedScreen? {
        screen(of: module)?.rendered { await show($0) }
    }

    /// Sends an action of this screen to its module.
    static func send(_ action: ScreenAction, to module: AppModule) {
        if let action = action.action as? Action { screen(of: module)?.send(action) }
    }

    mutating func receive(any state: any PanelState) {
        if let state = state as? State { receive(state) }
    }
}
