import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct SharedUseTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../../../..").standardized.path

    private func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, bytes: Array(text.utf8)) }

    @Test func `a shared file is used if its names are mentioned, directly or through other files`() {
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

    @Test func `every shared file that is used serves at least two architectures`() throws {
        let shared = SharedSources(reading: Self.package)
        #expect(shared.problems == [])
        let versions = Architecture.all.compactMap { version in
            version.sources.map { (version.name, ArchitectureSources(reading: $0, in: Self.package).files) }
        }
        let files = SharedFile.all(among: shared.files, usedBy: versions)
        #expect(files.count > 20)
        for file in files {
            #expect(file.users.count >= 2, "\(file.path) serves \(file.users) alone, and should be counted there")
        }
    }

    @Test func `session queries belong to VIPER, and to PhoneKit for all others`() throws {
        #expect(SharedSources(reading: Self.package).queryLines > 100)
        for version in Architecture.all {
            let sources = ArchitectureSources(reading: try #require(version.sources), in: Self.package)
            #expect((sources.queryLines > 0) == (version.name == "VIPER"), "\(version.name)")
        }
    }

    @Test func `words that all architectures use do not count for VIPER`() throws {
        let sources = try #require(Architecture.all.first { $0.name == "VIPER" }?.sources)
        let viper = ArchitectureSources(reading: sources, in: Self.package)
        #expect(!viper.files.contains { $0.path.hasPrefix("ScreenKit/Words/") })
        #expect(viper.shared.map(\.path).contains("ScreenKit/Words/TimeText.swift"))
    }
}
