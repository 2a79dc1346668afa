import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct RuntimeTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../../../..").standardized.path

    @Test func `every runtime folder belongs to exactly one architecture`() throws {
        let sources = try Architecture.all.compactMap(\.sources).map {
            try ArchitectureSources(reading: $0, in: Self.package)
        }
        for folder in ArchitectureSources.runtimes {
            let users = sources.filter { version in version.files.contains { $0.path.hasPrefix(folder + "/") } }
            #expect(users.count == 1, "\(folder)")
            let runtime = try #require(users.first?.runtime)
            #expect(folder.hasSuffix(runtime.name) && runtime.files.allSatisfy { $0.path.hasPrefix(folder + "/") })
        }
        #expect(sources.count { $0.runtime != nil } == ArchitectureSources.runtimes.count)
    }
}
