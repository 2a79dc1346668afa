/// Generates random sources from relevant fragments; the same seed always gives the same source.
enum Fragments {
    private static let pieces: [[UInt8]] =
        [
            "//", "/*", "*/", "/", "*", "\\", "\\\n", "\n", "\r\n", "\r", "\n\n", "   ", "\"", "\"\"\"", "#\"", "\"#",
            "#\"\"\"", "\"\"\"#", "\\(", "\\#(", "(", ")", "[", "]", "{", "}", "<", ">", "#/", "/#", "/a/", "`", "é",
            ".",
            "struct A", "class B: A {", "extension A.B {", "actor C {", "protocol P {", "enum ", "func f<T>(", "init?<",
            "typealias A = ", "#if X\n", "#else\n", "#elseif Y\n", "#endif\n", "let a = 1.5e3", "A.B.C", ": ", ", ",
            "where ", "case", "#!/bin/sh", "\u{FEFF}", "\u{0}",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3]]

    static func source(seed: UInt64) -> [UInt8] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        return (0..<next(60)).flatMap { _ in pieces[next(pieces.count)] }
    }
}
