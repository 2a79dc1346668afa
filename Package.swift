// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// A module a host would import, with its tests.
func module(_ name: String, needs: [Target.Dependency] = [], testsNeed: [Target.Dependency] = []) -> [Target] {
    [
        .target(name: name, dependencies: needs, swiftSettings: settings),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name)] + needs + testsNeed,
            swiftSettings: settings
        ),
    ]
}

let screens: [Target.Dependency] = ["ChatList", "CreateChat", "Chat"]

var targets: [Target] = [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .executableTarget(name: "viperchat", dependencies: ["TerminalHost"], swiftSettings: settings),
]
targets += module("SimulationKit")
targets += module("Transport", testsNeed: ["SimulationKit"])
targets += module("TerminalHost", needs: ["Transport", "SimulationKit"])
targets += [
    .target(name: "SourceMeasure", path: "Sources/Comparison/SourceMeasure", swiftSettings: settings),
    .testTarget(
        name: "SourceMeasureTests",
        dependencies: ["SourceMeasure"],
        path: "Tests/SourceMeasureTests",
        swiftSettings: settings
    ),
]

let package = Package(
    name: "viper-chat",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: ["Transport", "SimulationKit"].map { .library(name: $0, targets: [$0]) }
        + [.executable(name: "viperchat", targets: ["viperchat"])],
    dependencies: [],
    targets: targets,
    swiftLanguageModes: [.v6]
)
