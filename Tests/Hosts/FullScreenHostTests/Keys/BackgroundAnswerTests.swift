import Chat
import Testing

@testable import FullScreenHost

/// The question for the background's colour, and its answer.
@Suite struct BackgroundAnswerTests {
    @Test(arguments: [
        ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", true), ("\u{1B}]11;rgb:0000/0000/0000\u{07}", false),
        ("\u{1B}]11;rgb:00/ff/00\u{07}", true), ("\u{1B}]11;rgb:ff/00/ff\u{07}", false),
        ("\u{1B}]11;rgb:f/f/f\u{07}", true), ("\u{1B}]11;rgb:fd/f6/e3\u{07}", true),
        ("\u{1B}]11;rgba:1c1c/1c1c/1c1c/ffff\u{07}", false),
    ])
    func `an answer tells light from dark`(bytes: String, isLight: Bool) {
        var decoder = KeyDecoder()
        #expect(
            decoder.decode(Array("a\(bytes)b".utf8)) == [
                .key(.text("a")), .background(isLight: isLight), .key(.text("b")),
            ]
        )
    }

    @Test(arguments: [
        "\u{1B}]11;rgb:ffff/ffff\u{07}", "\u{1B}]11;?\u{07}", "\u{1B}]10;rgb:ff/ff/ff\u{07}",
        "\u{1B}]11;rgb:x/y/z\u{07}",
        "\u{1B}P11;rgb:ff/ff/ff\u{07}", "\u{1B}]11;rgb:ff/ff/ff\u{18}", "\u{1B}]11;rgb:fffff/ff/ff\u{07}",
    ])
    func `other strings are dropped`(bytes: String) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array(bytes.utf8)).isEmpty)
    }

    @Test(arguments: ["\u{1B}[?1;2c", "\u{1B}[?64;1;2;6;22c"]) func `the terminal's attributes end the question`(
        bytes: String
    ) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array(bytes.utf8)) == [.attributes(hasSixel: false)])
    }

    @Test func `the answer changes the colours unless the settings decide`() {
        var stage = ModelStage.inChat()
        let dark = stage.model.theme.notice
        stage.handle(.terminal(.background(isLight: true)))
        #expect(stage.model.theme.notice != dark)
        stage.model.settings.isLight = false
        stage.model.theme.isLight = false
        stage.handle(.terminal(.background(isLight: true)))
        #expect(stage.model.theme.notice == dark)
    }

    @Test func `a light background has colours of its own`() {
        let (dark, light) = (Theme(colorCount: 256), Theme(colorCount: 256, isLight: true))
        #expect(light.code.background == .indexed(254) && dark.code.background == .indexed(236))
        #expect(light.mine.foreground == .indexed(4) && dark.mine.foreground == .indexed(6))
        for style in [light.unread, light.badge, light.notice] { #expect(style.foreground == .indexed(5)) }
        for style in [dark.unread, dark.badge] { #expect(style.foreground == .indexed(2)) }
        #expect(dark.notice.foreground == .indexed(3))
    }

    @Test func `a colour of the settings replaces the standard one`() {
        let theme = Theme(colorCount: 8, colors: [.own: .red, .selection: .blue, .quiet: .green])
        #expect(theme.mine == CellStyle(foreground: .indexed(1)))
        #expect(theme.bar == CellStyle(foreground: .indexed(4), attributes: .reversed))
        #expect(theme.dim == CellStyle(foreground: .indexed(2)))
        #expect(Theme(colorCount: 0, colors: [.own: .red]).mine.foreground == .standard)
    }
}
