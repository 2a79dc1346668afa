import Testing

@testable import FullScreenHost

@Suite struct KeyTests {
    @Test(arguments: [
        (Key(.text("a"), .shift), Key.text("A")), (Key(.text("ß"), .shift), .text("ß")),
        (Key(.text("é"), .shift), .text("É")),
        (Key(.text("K"), .control), .control("k")), (Key(.text("k"), [.control, .shift]), .control("k")),
        (Key(.text("i"), .control), Key(.tab)), (Key(.text("M"), [.control, .alt]), Key(.enter, .alt)),
        (Key(.text("["), .control), Key(.escape)), (Key(.text("@"), .control), .control(" ")),
        (Key(.text("/"), .control), .control("_")), (Key(.text("-"), [.control, .shift]), .control("_")),
        (Key(.text("-"), [.alt, .shift]), .alt("_")), (Key(.text("İ"), .control), .control("İ")),
    ])
    func `keys that terminals cannot tell apart are equal`(key: Key, same: Key) {
        #expect(key == same)
    }

    @Test(arguments: [
        (Key.text("a"), "a"), (.text(" "), "Space"), (.control("k"), "Ctrl-k"), (.alt("<"), "Alt-<"),
        (Key(.enter, .alt), "Alt-Enter"),
        (Key(.tab, .shift), "Shift-Tab"), (Key(.text("h"), [.alt, .control]), "Ctrl-Alt-h"), (Key(.function(1)), "F1"),
        (Key(.pageUp), "PageUp"), (Key(.escape), "Esc"),
    ])
    func `a key has a label`(key: Key, label: String) {
        #expect(key.label == label)
    }
}
