import SourceMeasure
import Testing

@Suite struct KeyPathTests {
    @Test func `a wrapper's key path refers to the declared type of the property`() {
        let found = structure([
            "Clients.swift": "struct APIClient {} protocol Store {} final class SQLStore: Store {} struct Theme {}",
            "Dependencies.swift": """
            extension DependencyValues {
                var apiClient: APIClient {
                    get { self[APIClientKey.self] }
                    set { self[APIClientKey.self] = newValue }
                }
                var other: Int { 1 }
            }
            private enum APIClientKey: DependencyKey { static let liveValue = APIClient() }
            extension EnvironmentValues { @Entry var theme = Theme() }
            extension Container { var store: Factory<Store> { self { SQLStore() } } }
            """,
            "Feature.swift": """
            struct Feature { @Dependency(\\.apiClient) var api; @Dependency(\\.other) var other }
            struct Page { @Environment(\\.theme) private var theme; @SwiftUI.Environment(\\.theme.color) var color }
            struct Model { @Injected(\\.store) var a; @Injected(Container.store) var b; @LazyInjected(\\Container.store) var c }
            """,
        ])
        #expect(found.arrows.filter { $0.hasPrefix("Feature") } == ["Feature > APIClient"])
        #expect(found.arrows.filter { $0.hasPrefix("Page") } == ["Page > Theme"])
        #expect(found.arrows.filter { $0.hasPrefix("Model") } == ["Model > Store"])
        #expect(found.leftOut.keyPaths.isEmpty)
    }

    @Test func `types in a wrapper's arguments and annotations are mentions`() {
        let found = structure([
            "A.swift": """
            struct Client {}
            struct A { @Dependency(Client.self) var a; @EnvironmentObject var b: Client; @Inject var c: Client }
            """
        ])
        #expect(found.arrows == ["A > Client"])
        #expect(found.leftOut.keyPaths.isEmpty)
    }

    @Test func `a key path without a declaration in the tree is reported once per declaration`() {
        let found = structure([
            "A.swift":
                "struct A { @Environment(\\.locale) var a; @Environment(\\.locale) var b; @Injected(\\.x.y) var c }",
            "B.swift":
                "struct B { @Environment(\\.locale) var a; @Query(sort: \\.date) var d; @Injected(Root.z) var e }",
        ])
        #expect(
            found.leftOut.keyPaths == [
                "@Environment(\\.locale)", "@Environment(\\.locale)", "@Injected(\\.x)", "@Injected(\\Root.z)",
            ]
        )
    }
}
