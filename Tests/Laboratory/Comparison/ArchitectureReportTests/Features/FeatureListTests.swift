import Testing

@testable import ArchitectureReport

@Suite struct FeatureListTests {
    private let versions = ["MVP", "MVVM with bindings"]

    @Test func `FeatureList parses an architecture, a feature and a revision per line`() throws {
        let list = try FeatureList(
            parsing: "# mute\n\nMVP mute abc\n  MVVM with bindings  mute  HEAD~2 # the last\n",
            versions: versions
        )
        #expect(
            list.lines == [
                .init(version: "MVP", feature: "mute", revision: "abc"),
                .init(version: "MVVM with bindings", feature: "mute", revision: "HEAD~2"),
            ]
        )
    }

    @Test(arguments: [
        ("MVP mute", "a line reads \"VERSION FEATURE REVISION\""),
        ("\nMVQ mute abc", "there is no version MVQ; did you mean MVP?"),
        ("MVP mute abc\nMVP mute def", "MVP has its mute already"),
    ])
    func `FeatureList rejects an invalid line with its number`(text: String, sentence: String) {
        let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
        #expect(throws: FeatureList.Mistake(line: line, sentence: sentence)) {
            try FeatureList(parsing: text, versions: versions)
        }
    }
}
