import Foundation
import SourceChange
import Testing

@testable import ArchitectureReport

/// The history of this package's repository.
private enum History {
    /// Whether there is a repository with all commits.
    static var isWhole: Bool {
        let answer = try? git("rev-parse", "--is-shallow-repository")
        return answer?.status == 0 && answer.map { String(decoding: $0.output, as: UTF8.self) } == "false\n"
    }

    static func git(_ arguments: String...) throws -> ChildProcess.Result {
        try ChildProcess.run(["git", "-C", LedgerTests.package] + arguments)
    }
}

/// Looks up the commits that the ledger and the page name.
@Suite(
    .enabled(
        if: History.isWhole,
        "This is no repository, or its history is not whole: the commits that the page names were not looked up"
    )
)
struct NamedCommitTests {
    private static let package = LedgerTests.package
    /// The commits that the page checks out in repositories of others.
    private static let ofOthers = [AuthorsCode.article.commit, AuthorsCode.footballGather.commit]

    /// Returns the words of a text that look like identifiers of commits.
    private static func identifiers(in text: String) -> Set<String> {
        let words = text.split { !($0.isASCII && $0.isHexDigit) && !$0.isLetter }.map(String.init)
        return Set(
            words.filter { word in
                (8...40).contains(word.count) && word.allSatisfy { $0.isHexDigit && !$0.isUppercase }
                    && word.contains(where: \.isNumber) && word.contains(where: \.isLetter)
            }
        )
    }

    @Test func `every commit that the ledger or the page names is in the history`() throws {
        let page = "\(ComparisonReport.comparison)/ArchitectureReport/ArchitectureReport.docc/Comparison.md"
        let text = try String(contentsOfFile: "\(Self.package)/\(page)", encoding: .utf8)
        let commands = try LedgerTests.report().ledger.flatMap(\.commands).joined(separator: "\n")
        let names = Self.identifiers(in: text + commands).subtracting(Self.ofOthers)
        #expect(names.count > 50)
        let missing = names.filter { (try? GitRepository(folder: Self.package).commit(at: $0)) == nil }
        #expect(missing.isEmpty)
        #expect(Self.ofOthers.allSatisfy { $0.count == 40 })
    }
}
