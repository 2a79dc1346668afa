import Foundation
import Testing

/// Compares the table of imports in Modules.md with the sources.
@Suite struct ModuleTableTests {
    /// A row of the table: modules of one folder, and the modules that they import.
    private struct Row {
        let folder: String
        let modules: [String]
        let imports: [String]
    }

    private static let screens = "the screens"

    private func rows() throws -> [Row] {
        let floors = ["Core", "Screens", "App", "Servers", "Hosts"]
        let rows = try DocumentPage("Modules.md").lines.compactMap { line -> Row? in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 5, floors.contains(cells[1]) else { return nil }
            return Row(folder: cells[1], modules: Self.names(cells[2]), imports: Self.names(cells[3]))
        }
        let screens = try #require(rows.first { $0.modules.contains("ChatList") }).modules
        return rows.map { row in
            let imports = row.imports.flatMap { $0 == Self.screens ? screens : [$0] }
            return Row(folder: row.folder, modules: row.modules, imports: imports)
        }
    }

    private static func names(_ cell: String) -> [String] {
        cell.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private func swiftFiles(below folder: URL) throws -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".swift") }.map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
    }

    @Test func `the table lists every module below the laboratory with all its imports`() throws {
        let rows = try rows()
        let all = Set(rows.flatMap(\.modules))
        var found: Set<String> = []
        for row in rows {
            var imports: Set<String> = []
            for module in row.modules {
                let folder = DocumentPage.package.appending(path: "Sources/\(row.folder)/\(module)")
                for text in try swiftFiles(below: folder) {
                    imports.formUnion(
                        text.matches(of: /(?m)^(?:@\w+ |public |package )*import (\w+)/).map { String($0.1) }
                    )
                }
                found.insert("\(row.folder)/\(module)")
            }
            let others = imports.intersection(all).subtracting(row.modules)
            #expect(others.sorted() == row.imports.sorted(), "\(row.modules.joined(separator: ", "))")
        }
        let sources = DocumentPage.package.appending(path: "Sources")
        let folders = try Set(rows.map(\.folder)).flatMap { floor in
            try FileManager.default.contentsOfDirectory(atPath: sources.appending(path: floor).path)
                .filter { !$0.hasPrefix(".") }.map { "\(floor)/\($0)" }
        }
        #expect(Set(folders) == found)
    }

    @Test func `a module imports only modules above it in the table`() throws {
        var above: Set<String> = []
        for row in try rows() {
            #expect(Set(row.imports).subtracting(above).isEmpty, "\(row.modules.joined(separator: ", "))")
            above.formUnion(row.modules)
        }
        #expect(above.count > 25)
    }

    @Test func `no module of the product imports the laboratory`() throws {
        let laboratory = ["ChatSimulation", "BehaviourSuite", "PhoneKit", "OneThread", "ArchitectureVersions"]
        for row in try rows() {
            for module in row.modules {
                for text in try swiftFiles(
                    below: DocumentPage.package.appending(path: "Sources/\(row.folder)/\(module)")
                ) {
                    for name in laboratory { #expect(!text.contains("import \(name)\n"), "\(module)") }
                }
            }
        }
    }
}
