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
    testsNeed: [Target.Dependency] = [],
    testsExclude: [String] = []
) -> [Target] {
    [
        .target(name: name, dependencies: needs, path: "Sources/\(floor)/\(name)", swiftSettings: settings),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name)] + needs + testsNeed,
            path: "Tests/\(floor)/\(name)Tests",
            exclude: testsExclude,
            swiftSettings: settings
        ),
    ]
}

/// A module without tests of its own: those of others reach it.
func untested(_ name: String, on floor: String, needs: [Target.Dependency], excludes: [String] = []) -> Target {
    .target(
        name: name,
        dependencies: needs,
        path: "Sources/\(floor)/\(name)",
        exclude: excludes,
        swiftSettings: settings
    )
}

func program(_ name: String, on floor: String, needs: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: needs, path: "Sources/\(floor)/\(name)", swiftSettings: settings)
}

/// A program whose tests import it, as they would a module.
func testedProgram(_ name: String, on floor: String, needs: [Target.Dependency]) -> [Target] {
    [
        program(name, on: floor, needs: needs),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name)] + needs,
            path: "Tests/\(floor)/\(name)Tests",
            swiftSettings: settings
        ),
    ]
}

let screens: [Target.Dependency] = ["ScreenKit", "ChatList", "CreateChat", "Chat", "ChatDetails"]
let core: [Target.Dependency] = ["Transport", "ChatStore", "ChatSession", "ChatApp"]

var targets: [Target] = [
    .systemLibrary(
        name: "CSQLite",
        path: "Sources/System/CSQLite",
        pkgConfig: "sqlite3",
        providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),
    .systemLibrary(
        name: "CCurl",
        path: "Sources/System/CCurl",
        pkgConfig: "libcurl",
        providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
    ),
    .systemLibrary(
        name: "CNcurses",
        path: "Sources/System/CNcurses",
        pkgConfig: "ncursesw",
        providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]
    ),
    .systemLibrary(name: "CPerf", path: "Sources/System/CPerf"),
]

// Core: what a chat is, where it is kept, how it stays in step with the server, and the app without a face.
targets += module("Transport", on: "Core", testsNeed: ["SimulationKit"])
targets += module(
    "ChatStore",
    on: "Core",
    needs: ["Transport", "CSQLite"],
    testsNeed: ["SimulationKit"],
    testsExclude: (1...5).map { "Schema/version-\($0).sqlite" }
)
targets += module("ChatSession", on: "Core", needs: ["Transport", "ChatStore"], testsNeed: ["SimulationKit"])
targets += module(
    "ChatApp",
    on: "Core",
    needs: ["Transport", "ChatStore", "ChatSession"] + screens,
    testsNeed: ["SimulationKit"]
)

// Screens: none knows of another, nor of the session.
targets += module("ScreenKit", on: "Screens", needs: ["Transport"], testsNeed: ["ScreenTesting", "SimulationKit"])
targets.append(untested("ScreenTesting", on: "Screens", needs: ["Transport", "ScreenKit", "SimulationKit"]))
for screen in ["ChatList", "CreateChat", "Chat", "ChatDetails"] {
    targets += module(
        screen,
        on: "Screens",
        needs: ["Transport", "ScreenKit"],
        testsNeed: ["ScreenTesting", "SimulationKit"]
    )
}

// Servers: real ones, and what is needed to reach them.
targets += module("HTTPClient", on: "Servers", needs: ["CCurl"])
targets += module(
    "MatrixTransport",
    on: "Servers",
    needs: ["Transport", "ChatStore", "HTTPClient"],
    testsNeed: ["ChatSession", "HomeserverTesting", "SimulationKit"]
)
targets.append(
    untested(
        "HomeserverTesting",
        on: "Servers",
        needs: ["HTTPClient", "MatrixTransport"],
        excludes: ["peer.py", "faults.py", "populate.py", "measure.py"]
    )
)

// Hosts: faces for the app, and what the command lines of all programs share.
targets += module("CommandWords", on: "Hosts")
targets += module(
    "TerminalHost",
    on: "Hosts",
    needs: core + screens + ["HTTPClient", "MatrixTransport", "CommandWords", "SimulationKit"],
    testsNeed: ["HomeserverTesting", "viperchat"]
)
targets += module(
    "FullScreenHost",
    on: "Hosts",
    needs: core + screens + ["CommandWords", "TerminalHost", "CNcurses"],
    testsNeed: ["ScreenTesting", "SimulationKit", "viperchat"]
)
targets.append(program("viperchat", on: "Hosts", needs: ["TerminalHost", "FullScreenHost"]))

// Laboratory: what tries the product, and what compares it.
targets += module("SimulationKit", on: "Laboratory")
targets += module(
    "ChatSimulation",
    on: "Laboratory",
    needs: core + screens + ["BehaviourSuite", "CSQLite", "HTTPClient", "MatrixTransport", "SimulationKit"],
    testsNeed: ["ArchitectureVersions"]
)
targets += testedProgram(
    "chat-simulator",
    on: "Laboratory",
    needs: ["ArchitectureVersions", "BehaviourSuite", "ChatSimulation", "CommandWords", "Transport"]
)
targets += testedProgram(
    "chat-benchmarks",
    on: "Laboratory",
    needs: core + screens + [
        "CommandWords", "CSQLite", "FullScreenHost", "HTTPClient", "HomeserverTesting", "MatrixTransport",
        "SimulationKit",
    ]
)

let comparison = "Laboratory/Comparison"
targets.append(untested("SourceTesting", on: comparison, needs: []))
targets += module("SourceMeasure", on: comparison, needs: ["CommandWords"], testsNeed: ["SourceTesting"])
targets += module(
    "SourceChange",
    on: comparison,
    needs: ["CommandWords", "SourceMeasure"],
    testsNeed: ["SourceTesting"]
)
targets += module(
    "SourceMutation",
    on: comparison,
    needs: ["SourceMeasure"],
    testsNeed: ["SourceTesting"]
)
targets += module("OneThread", on: comparison, needs: ["Transport"], testsNeed: ["SimulationKit"])
targets += module(
    "PhoneKit",
    on: comparison,
    needs: ["Transport", "ChatStore", "ChatSession", "OneThread"],
    testsNeed: ["SimulationKit"]
)
targets += module(
    "BehaviourSuite",
    on: comparison,
    needs: ["Transport", "ScreenKit", "ChatStore", "PhoneKit", "SimulationKit"],
    testsNeed: ["ArchitectureVersions"]
)

let engine: [Target.Dependency] = ["Transport", "ChatStore", "ChatSession", "ScreenKit", "OneThread", "PhoneKit"]
targets.append(untested("VIPERInterface", on: comparison, needs: core + screens + ["OneThread", "PhoneKit"]))
targets.append(untested("PhoneTesting", on: comparison, needs: engine + ["ScreenTesting", "SimulationKit"]))
let versions = [
    "ClassicMVC", "MVP", "PresentationModel", "EventDrivenMVVM", "MVVMBindings", "MVObservable", "UnidirectionalStore",
]
targets += module("BindingKit", on: comparison)
for version in versions {
    targets += module(
        version,
        on: comparison,
        needs: version == "MVVMBindings" ? engine + ["BindingKit"] : engine,
        testsNeed: ["PhoneTesting", "ScreenTesting"]
    )
}
targets.append(
    untested(
        "ArchitectureVersions",
        on: comparison,
        needs: ["BehaviourSuite", "OneThread", "PhoneKit", "VIPERInterface"] + versions.map { .target(name: $0) } + core
            + screens
    )
)
targets += module(
    "ArchitectureReport",
    on: comparison,
    needs: [
        "BehaviourSuite", "ArchitectureVersions", "ChatSimulation", "CommandWords", "CPerf", "PhoneKit",
        "SourceMeasure", "SourceChange", "SourceMutation", "Transport", "ScreenKit", "ChatStore", "SimulationKit",
    ],
    testsNeed: ["SourceTesting"]
)
targets.append(program("architecture-comparison", on: comparison, needs: ["ArchitectureReport"]))

// The thread sanitizer has nothing to try in the comparison and in the sessions, which run on one thread.
let leavesOutComparison = Context.environment["VIPERCHAT_WITHOUT_COMPARISON"] != nil
if leavesOutComparison {
    targets.removeAll { target in
        let isLeftOut = ["/\(comparison)/", "/ChatSimulation", "/chat-simulator"].contains { part in
            target.path?.contains(part) == true
        }
        return isLeftOut && !target.name.hasPrefix("OneThread")
    }
}

let libraries = [
    "Transport", "ChatStore", "ChatSession", "ChatApp", "ScreenKit", "ChatList", "CreateChat", "Chat", "ChatDetails",
    "ScreenTesting", "HTTPClient", "MatrixTransport", "SimulationKit",
]

let package = Package(
    name: "viper-chat",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: libraries.map { .library(name: $0, targets: [$0]) }
        + ["viperchat", "chat-benchmarks"].map { .executable(name: $0, targets: [$0]) }
        + (leavesOutComparison ? [] : ["chat-simulator", "architecture-comparison"]).map {
            .executable(name: $0, targets: [$0])
        },
    dependencies: [],
    targets: targets,
    swiftLanguageModes: [.v6]
)
