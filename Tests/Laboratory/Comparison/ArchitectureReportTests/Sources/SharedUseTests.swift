import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct SharedUseTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../../../..").standardized.path

    private func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, bytes: Array(text.utf8)) }

    @Test func `a file is used where a name that it declares stands, directly or by way of another file`() {
        let shared = [
            file("Window.swift", "public class Window { let view: View }"),
            file("View.swift", "class View {}"),
            file("Session+List.swift", "extension Session { public func list() {} }\nprivate struct Page {}"),
            file("Unused.swift", "struct Unused {}"),
        ]
        let users = SharedFile.all(
            among: shared,
            usedBy: [
                ("MVC", [file("App.swift", "let window = Window() // Unused")]),
                ("MVP", [file("App.swift", "let chats = session.list()")]),
            ]
        )
        #expect(
            users == [
                SharedFile(path: "Window.swift", users: ["MVC"]), SharedFile(path: "View.swift", users: ["MVC"]),
                SharedFile(path: "Session+List.swift", users: ["MVP"]),
            ]
        )
    }

    @Test func `what is counted in no version is used by two versions at least`() throws {
        let shared = SharedSources(reading: Self.package)
        #expect(shared.problems == [])
        let versions = try Version.all.compactMap { version in
            try version.sources.map { (version.name, try VersionSources(reading: $0, in: Self.package).files) }
        }
        let files = SharedFile.all(among: shared.files, usedBy: versions)
        #expect(files.count > 20)
        for file in files {
            #expect(file.users.count >= 2, "\(file.path) serves \(file.users) alone, and should be counted there")
        }
    }

    @Test func `queries of the session are VIPER's own, and PhoneKit's for the others`() throws {
        #expect(SharedSources(reading: Self.package).queryLines > 100)
        for version in Version.all {
            let sources = try VersionSources(reading: try #require(version.sources), in: Self.package)
            #expect((sources.queryLines > 0) == (version.name == "VIPER"), "\(version.name)")
        }
    }

    @Test func `VIPER is not charged with the words that all versions use`() throws {
        let sources = try #require(Version.all.first { $0.name == "VIPER" }?.sources)
        let viper = try VersionSources(reading: sources, in: Self.package)
        #expect(!viper.files.contains { $0.path.hasPrefix("ScreenKit/Words/") })
        #expect(viper.shared.map(\.path).contains("ScreenKit/Words/TimeText.swift"))
        #expect(
            viper.modules.contains {
                $0.name == "ScreenKit" && $0.files.contains { $0.path.hasSuffix("TimeText.swift") }
            }
        )
    }
}
