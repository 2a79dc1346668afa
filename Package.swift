// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// A module and its tests, which may import all that it imports, and more.
func module(
    _ name: String,
    in folder: String = "",
    needs: [Target.Dependency] = [],
    testsNeed: [Target.Dependency] = []
) -> [Target] {
    [
        .target(name: name, dependencies: needs, path: "Sources/\(folder)\(name)", swiftSettings: settings),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name)] + needs + testsNeed,
            swiftSettings: settings
        ),
    ]
}

let screens: [Target.Dependency] = ["ChatList", "CreateChat", "Chat"]
let app: [Target.Dependency] = ["Transport", "ChatStore", "ChatSession", "ChatApp"] + screens

var targets: [Target] = [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .executableTarget(name: "viperchat", dependencies: ["TerminalHost"], swiftSettings: settings),
]
targets += module("SimulationKit")
targets += module("Transport", testsNeed: ["SimulationKit"])
targets += module("ChatStore", needs: ["Transport", "CSQLite"], testsNeed: ["SimulationKit"])
targets += module("ChatSession", needs: ["Transport", "ChatStore"], testsNeed: ["SimulationKit"])
targets += module("ChatList", needs: ["Transport"], testsNeed: ["SimulationKit"])
targets += module("CreateChat", needs: ["Transport"], testsNeed: ["SimulationKit"])
targets += module("Chat", needs: ["Transport"], testsNeed: ["SimulationKit"])
targets += module("ChatApp", needs: ["Transport", "ChatStore", "ChatSession"] + screens, testsNeed: ["SimulationKit"])
targets += module("TerminalHost", needs: app + ["SimulationKit"], testsNeed: ["viperchat"])
targets.append(
    .executableTarget(
        name: "chat-benchmarks",
        dependencies: app + ["CSQLite", "SimulationKit"],
        swiftSettings: settings
    )
)
targets += module("ChatSimulation", needs: app + ["CSQLite", "SimulationKit"])
targets.append(
    .executableTarget(name: "chat-simulator", dependencies: ["ChatSimulation"], swiftSettings: settings)
)
targets += module("SourceMeasure", in: "Comparison/")
targets += module("OneThread", in: "Comparison/", needs: ["Transport"], testsNeed: ["SimulationKit"])
targets += module(
    "BehaviourSuite",
    in: "Comparison/",
    needs: ["Transport", "ChatStore", "SimulationKit"],
    testsNeed: ["ArchitectureVersions"]
)
targets.append(
    .target(
        name: "ClassicMVC",
        dependencies: ["Transport", "ChatStore", "OneThread"],
        path: "Sources/Comparison/ClassicMVC",
        swiftSettings: settings
    )
)
targets += module(
    "EventDrivenMVVM",
    in: "Comparison/",
    needs: ["Transport", "ChatStore", "OneThread"],
    testsNeed: ["SimulationKit"]
)
targets.append(
    .target(
        name: "ArchitectureVersions",
        dependencies: ["BehaviourSuite", "OneThread", "ClassicMVC", "EventDrivenMVVM"] + app,
        path: "Sources/Comparison/ArchitectureVersions",
        swiftSettings: settings
    )
)
targets += module(
    "ArchitectureReport",
    in: "Comparison/",
    needs: ["BehaviourSuite", "ArchitectureVersions", "SourceMeasure", "Transport", "ChatStore", "SimulationKit"]
)
targets.append(
    .executableTarget(
        name: "architecture-comparison",
        dependencies: ["ArchitectureReport"],
        path: "Sources/Comparison/architecture-comparison",
        swiftSettings: settings
    )
)

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
