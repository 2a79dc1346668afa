/// An action of a screen, for code that passes it on whatever the screen.
package struct ScreenAction: Equatable, Sendable {
    package let screen: ScreenName
    package let action: any Equatable & Sendable

    package init(_ action: any Equatable & Sendable, on screen: ScreenName) {
        (self.action, self.screen) = (action, screen)
    }

    package static func == (one: ScreenAction, other: ScreenAction) -> Bool {
        func isEqual<Action: Equatable>(_ action: Action) -> Bool { action == other.action as? Action }
        return one.screen == other.screen && isEqual(one.action)
    }
}
