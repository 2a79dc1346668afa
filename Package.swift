// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// A module on one of the floors, and its tests on the same floor, which may import all that it imports, and more.
func module(
    _ name: String,
    on floor: String,
    needs: [Target.Dependency] = [],
    testsNeed: [Target.Dependency] = []
) -> [Target] {
    [
        .target(name: name, dependencies: needs, path: "Sources/\(floor)/\(name)", swiftSettings: settings),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name)] + needs + testsNeed,
            path: "Tests/\(floor)/\(name)Tests",
            swiftSettings: settings
        ),
    ]
}

/// A module without tests of its own: those of others reach it.
func untested(_ name: String, on floor: String, needs: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: needs, path: "Sources/\(floor)/\(name)", swiftSettings: settings)
}

func program(_ name: String, on floor: String, needs: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: needs, path: "Sources/\(floor)/\(name)", swiftSettings: settings)
}

let screens: [Target.Dependency] = ["ChatList", "CreateChat", "Chat"]
let core: [Target.Dependency] = ["Transport", "ChatStore", "ChatSession", "ChatApp"]

var targets: [Target] = [
    .systemLibrary(
        name: "CSQLite",
        path: "Sources/System/CSQLite",
        pkgConfig: "sqlite3",
        providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    )
]

// Core: what a chat is, where it is kept, how it stays in step with the server, and the app without a face.
targets += module("Transport", on: "Core", testsNeed: ["SimulationKit"])
targets += module("ChatStore", on: "Core", needs: ["Transport", "CSQLite"], testsNeed: ["SimulationKit"])
targets += module("ChatSession", on: "Core", needs: ["Transport", "ChatStore"], testsNeed: ["SimulationKit"])
targets += module(
    "ChatApp",
    on: "Core",
    needs: ["Transport", "ChatStore", "ChatSession"] + screens,
    testsNeed: ["SimulationKit"]
)

// Screens: none knows of another, nor of the session.
for screen in ["ChatList", "CreateChat", "Chat"] {
    targets += module(screen, on: "Screens", needs: ["Transport"], testsNeed: ["SimulationKit"])
}

// Hosts: faces for the app.
targets += module("TerminalHost", on: "Hosts", needs: core + screens + ["SimulationKit"], testsNeed: ["viperchat"])
targets.append(program("viperchat", on: "Hosts", needs: ["TerminalHost"]))

// Laboratory: what tries the product, and what compares it.
targets += module("SimulationKit", on: "Laboratory")
targets += module("ChatSimulation", on: "Laboratory", needs: core + screens + ["CSQLite", "SimulationKit"])
targets.append(program("chat-simulator", on: "Laboratory", needs: ["ChatSimulation"]))
targets.append(program("chat-benchmarks", on: "Laboratory", needs: core + screens + ["CSQLite", "SimulationKit"]))

let comparison = "Laboratory/Comparison"
targets += module("SourceMeasure", on: comparison)
targets += module("SourceChange", on: comparison, needs: ["SourceMeasure"])
targets += module("OneThread", on: comparison, needs: ["Transport"], testsNeed: ["SimulationKit"])
targets += module(
    "BehaviourSuite",
    on: comparison,
    needs: ["Transport", "ChatStore", "SimulationKit"],
    testsNeed: ["ArchitectureVersions"]
)
targets.append(untested("ClassicMVC", on: comparison, needs: ["Transport", "ChatStore", "OneThread"]))
targets += module(
    "EventDrivenMVVM",
    on: comparison,
    needs: ["Transport", "ChatStore", "OneThread"],
    testsNeed: ["SimulationKit"]
)
targets.append(
    untested(
        "ArchitectureVersions",
        on: comparison,
        needs: ["BehaviourSuite", "OneThread", "ClassicMVC", "EventDrivenMVVM"] + core + screens
    )
)
targets += module(
    "ArchitectureReport",
    on: comparison,
    needs: [
        "BehaviourSuite", "ArchitectureVersions", "SourceMeasure", "SourceChange", "Transport", "ChatStore",
        "SimulationKit",
    ]
)
targets.append(program("architecture-comparison", on: comparison, needs: ["ArchitectureReport"]))

let libraries = ["Transport", "ChatStore", "ChatSession", "ChatList", "CreateChat", "Chat", "ChatApp", "SimulationKit"]

let package = Package(
    name: "viper-chat",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: libraries.map { .library(name: $0, targets: [$0]) }
        + ["viperchat", "chat-benchmarks", "chat-simulator", "architecture-comparison"].map {
            .executable(name: $0, targets: [$0])
        },
    dependencies: [],
    targets: targets,
    swiftLanguageModes: [.v6]
)
