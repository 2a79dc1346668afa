import Testing

@testable import FullScreenHost

@Suite struct StyleSequenceTests {
    private static let styles: [CellStyle] = [
        [], .bold, .dim, [.bold, .dim], .underlined, [.reversed, .bold], .italic, [.italic, .struck, .underlined],
    ]
    .flatMap { (attributes: CellStyle.Attributes) in
        [CellStyle.Color.standard, .indexed(3), .indexed(133)].flatMap { color in
            [
                CellStyle(foreground: color, attributes: attributes),
                CellStyle(background: color, attributes: attributes),
            ]
        }
    }

    private func text(_ old: CellStyle, _ new: CellStyle) -> String {
        StyleSequence.text(from: old, to: new) { index, isBackground in
            index < 8 ? "\(isBackground ? 4 : 3)\(index)" : "\(isBackground ? 48 : 38);5;\(index)"
        }
    }

    @Test func `text(from:to:) leads from any style to any other`() {
        for old in Self.styles {
            for new in Self.styles {
                let result = shown(text(old, new), since: old)
                #expect(result == new, "\(old) to \(new): \(text(old, new))")
            }
        }
    }

    @Test func `unchanged attributes are not written again`() {
        let bold = CellStyle(foreground: .indexed(133), attributes: .bold)
        #expect(text(.plain, .plain).isEmpty)
        #expect(text(bold, .plain) == "\u{1B}[m")
        #expect(text(.plain, bold) == "\u{1B}[1;38;5;133m")
        #expect(text(bold, CellStyle(foreground: .indexed(2), attributes: .bold)) == "\u{1B}[32m")
    }

    @Test func `a blank shows a ground, a line, a link and nothing else`() {
        let seen: [CellStyle] = [
            CellStyle(background: .indexed(1)), CellStyle(attributes: .underlined), CellStyle(attributes: .reversed),
            CellStyle(attributes: .struck), CellStyle(link: "https://x.org"),
        ]
        for style in seen { #expect(style.isSeenOnBlanks) }
        let unseen = CellStyle(foreground: .indexed(1), attributes: [.bold, .dim, .italic])
        #expect(!unseen.isSeenOnBlanks && !CellStyle.plain.isSeenOnBlanks)
    }

    /// The style that a sequence leads to.
    private func shown(_ text: String, since old: CellStyle) -> CellStyle {
        guard !text.isEmpty else { return old }
        var style = old
        var codes = text.dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }[...]
        if codes.isEmpty { codes = [0] }
        while let code = codes.popFirst() {
            switch code {
            case 0: style = .plain
            case 1: style.attributes.insert(.bold)
            case 2: style.attributes.insert(.dim)
            case 3: style.attributes.insert(.italic)
            case 4: style.attributes.insert(.underlined)
            case 7: style.attributes.insert(.reversed)
            case 9: style.attributes.insert(.struck)
            case 22: style.attributes.subtract([.bold, .dim])
            case 23: style.attributes.remove(.italic)
            case 24: style.attributes.remove(.underlined)
            case 27: style.attributes.remove(.reversed)
            case 29: style.attributes.remove(.struck)
            case 30...37: style.foreground = .indexed(UInt8(code - 30))
            case 40...47: style.background = .indexed(UInt8(code - 40))
            case 39: style.foreground = .standard
            case 49: style.background = .standard
            case 38, 48:
                _ = codes.popFirst()
                let color = CellStyle.Color.indexed(UInt8(codes.popFirst() ?? 0))
                if code == 38 { style.foreground = color } else { style.background = color }
            default: Issue.record("\(code)")
            }
        }
        return style
    }
}
