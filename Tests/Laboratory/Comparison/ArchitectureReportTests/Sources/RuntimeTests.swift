import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct RuntimeTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../../../..").standardized.path

    @Test func `every runtime folder belongs to exactly one architecture`() throws {
        let sources = try Version.all.compactMap(\.sources).map { try VersionSources(reading: $0, in: Self.package) }
        for folder in VersionSources.runtimes {
            let users = sources.filter { version in version.files.contains { $0.path.hasPrefix(folder + "/") } }
            #expect(users.count == 1, "\(folder)")
            let runtime = try #require(users.first?.runtime)
            #expect(folder.hasSuffix(runtime.name) && runtime.files.allSatisfy { $0.path.hasPrefix(folder + "/") })
        }
        #expect(sources.count { $0.runtime != nil } == VersionSources.runtimes.count)
    }
}
