import HostKit
import Testing

@testable import FullScreenHost

/// The table of screens.
@Suite struct ScreenKindTests {
    @Test(arguments: ScreenName.allCases) func `the panel of a row is that of its screen`(screen: ScreenName) {
        if let panel = screen.panel { #expect(panel.keys.screen == screen) }
    }

    @Test(arguments: ScreenName.allCases.compactMap { $0.panel?.keyScreen })
    func `a panel has keys that submit, leave and move as its kind says`(screen: KeyScreen) {
        func action(_ key: Key) -> KeyAction? { Keymap.action(for: key, on: screen, isLineEmpty: true) }
        #expect(action(Key(.enter)) == .submit && action(Key(.escape)) == .back)
        #expect(action(Key(.down)) == (screen.kind == .fixed ? nil : .selectNext))
        #expect(action(.text("?")) == .help)
    }
}
