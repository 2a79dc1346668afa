import Foundation
import SourceMeasure
import Testing

@testable import SourceMutation

@Suite struct MutatedSourceTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../../../..").standardized.path

    @Test func `each mutation has its own switch, including nested ones`() {
        let source = """
            func work() {
                run {
                    if a < b, c { show(d, e) }
                }
            }
            """
        #expect(
            switched(source, declarations: "func show(_ a: Int, _ b: Int) {}") == """
                func work() {
                    if !isMutant(1) { run {
                        if (isMutant(2) != ((isMutant(3) ? (a <= b) : (a < b)))), (isMutant(4) != (c)) { if !isMutant(5) { show((isMutant(6) ? (e) : (d)), (isMutant(6) ? (d) : (e))) } }
                    } }
                }
                """
        )
    }

    @Test func `an argument between two of its type can be swapped with either`() {
        #expect(
            switched(
                "func work() {\n    show(a, b, c)\n}",
                declarations: "func show(_ a: Int, _ b: Int, _ c: Int) {}",
                only: .argumentsSwapped
            )
                == "func work() {\n    show((isMutant(1) ? (b) : (a)), (isMutant(1) ? (a) : ((isMutant(2) ? (c) : (b)))), (isMutant(2) ? (b) : (c)))\n}"
        )
    }

    @Test func `a file without mutation points stays unchanged`() {
        let source = "/// A value.\nstruct A { let b: Int }\n"
        #expect(switched(source) == source)
    }

    @Test(arguments: ["Sources/Screens", "Sources/Core", "Sources/Laboratory", "Tests/Screens"])
    func `mutated files keep balanced brackets and line numbers`(folder: String) {
        for file in SourceTree(reading: Self.package + "/" + folder).files {
            let signatures = Signatures(of: [file])
            let points = MutationPoints(of: file, signatures: signatures).points
            let result = MutatedSource.file(file, with: points.enumerated().map { ($0, $1) })
            let counts = [file, result].map { file in file.bytes.count { $0 == UInt8(ascii: "\n") } }
            #expect(counts[0] == counts[1], "\(file.path)")
            let unpaired = [file, result].map { file in
                let source = SwiftSource(file.bytes)
                return (0..<source.count).count {
                    source.code.symbol(at: $0).map("(){}[]".utf8.contains) == true && source.partners[$0] == nil
                }
            }
            #expect(unpaired == [0, 0], "\(file.path)")
        }
    }

    @Test func `text that is not a program is read to its end`() {
        for text in [
            "{{{(((", "}}})))", "if", "a ? b", "\"\\(a == b", "f(a,", "case x:", ") < (", "guard a else", "< <= >",
        ] {
            _ = switched(text)
            _ = switched("func f() { \(text)")
        }
        let deep = String(repeating: "{ a(", count: 20_000)
        #expect(!switched(deep).isEmpty)
    }
}
