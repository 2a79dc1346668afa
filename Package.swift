// swift-tools-version: 6.2
import Foundation
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

// The modules, floor by floor: what each of them needs, and what its tests need besides.
let core: [Target.Dependency] = [
    "ChatTypes", "RuntimeKit", "SQLiteKit", "Transport", "ChatStore", "ChatSession", "ChatApp",
]
let screenNames = [
    "ChatList", "CreateChat", "Chat", "ChatDetails", "SharedPictures", "PinnedMessages", "Verification",
]
let screens: [Target.Dependency] = ["ScreenKit"] + screenNames.map { .init(stringLiteral: $0) }
let forScreens: [Target.Dependency] = ["ChatTypes", "RuntimeKit", "ScreenKit"]
let forSessions: [Target.Dependency] = ["ChatTypes", "RuntimeKit", "Transport", "ChatStore"]

// On Linux, the headers and the library are where every compiler looks, and pkg-config's flags are refused with a warning.
#if os(Linux)
    let ncurses: String? = nil
#else
    let ncurses: String? = "ncursesw"
#endif

var targets: [Target] = [
    untested("CSystem", on: "System", needs: []),
    untested("CTestWidth", on: "System", needs: []),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
    library("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
    library("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev", brew: "libsodium"),
    library("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev", brew: "libmicrohttpd"),
    library("CTerminfo", pkgConfig: ncurses, apt: "libncurses-dev", brew: "ncurses"),
]

// Core: what a chat is, where it is stored, and how it is synchronised.
let store: [Target.Dependency] = ["ChatTypes", "RuntimeKit", "SQLiteKit", "CSQLite"]
// Apple's systems have a hash of their own.
let hash: Target.Dependency = .target(name: "CSodium", condition: .when(platforms: [.linux]))
targets += module("RuntimeKit", on: "Core", needs: ["CSystem", hash], testsNeed: ["SimulationKit"])
targets += module("SQLiteKit", on: "Core", needs: ["RuntimeKit", "CSQLite"], testsNeed: ["ChatTypes"])
targets += module("ChatTypes", on: "Core", needs: ["RuntimeKit"], testsNeed: ["SimulationKit"])
targets += module("SimulationKit", on: "Core")
targets.append(untested("ThreadTesting", on: "Core", needs: []))
targets += module("ProcessKit", on: "Core")
targets += module(
    "Transport",
    on: "Core",
    needs: ["ChatTypes", "RuntimeKit"],
    testsNeed: ["SimulationKit"]
)
targets += module(
    "ChatStore",
    on: "Core",
    needs: store + ["CSystem"],
    testsNeed: ["SimulationKit"],
    testsExclude: (1...22).map { "Schema/version-\($0).sqlite" }
)
targets += module("ChatSession", on: "Core", needs: forSessions + ["SQLiteKit"], testsNeed: ["SimulationKit"])

// Screens: none knows another, the session or a server.
targets += module(
    "ScreenKit",
    on: "Screens",
    needs: ["ChatTypes", "RuntimeKit"],
    testsNeed: ["ScreenTesting", "SimulationKit"]
)
targets.append(untested("ScreenTesting", on: "Screens", needs: forScreens + ["SimulationKit"]))
for screen in screenNames {
    targets += module(screen, on: "Screens", needs: forScreens, testsNeed: ["ScreenTesting", "SimulationKit"])
}

// App: joins the screens to a session.
targets += module(
    "ChatApp",
    on: "App",
    needs: forSessions + ["SQLiteKit", "ChatSession"] + screens,
    testsNeed: ["ScreenTesting", "SimulatedServer", "SimulationKit"]
)

// Servers: the simulated one, real ones, and what is needed to reach them.
targets += module(
    "SimulatedServer",
    on: "Servers",
    needs: ["ChatTypes", "RuntimeKit", "Transport", "CSystem"],
    testsNeed: ["SimulationKit"]
)
targets += module(
    "HTTPClient",
    on: "Servers",
    needs: ["CCurl", "CSystem"],
    testsNeed: ["ProcessKit", "ThreadTesting"]
)
targets += module(
    "OlmKit",
    on: "Servers",
    needs: ["CCrypto", "CSodium"],
    testsNeed: ["ProcessKit", "ThreadTesting"],
    testsExclude: ["oracle.py", "vectors.json", "conversations.json"].map { "Oracle/\($0)" }
)
targets += module("JSONKit", on: "Servers")
targets += module(
    "MatrixCrypto",
    on: "Servers",
    needs: ["ChatTypes", "RuntimeKit", "SQLiteKit", "JSONKit", "OlmKit", "CSystem"]
)
targets += module(
    "MatrixTransport",
    on: "Servers",
    needs: [
        "ChatTypes", "RuntimeKit", "SQLiteKit", "Transport", "HTTPClient", "JSONKit", "OlmKit", "MatrixCrypto",
        "CSystem",
    ],
    testsNeed: ["ChatStore", "ChatSession", "HomeserverTesting", "SimulationKit", "ThreadTesting"]
)
targets.append(
    untested(
        "HomeserverTesting",
        on: "Servers",
        needs: ["ChatTypes", "HTTPClient", "JSONKit", "MatrixTransport", "ProcessKit", "CSystem"],
        excludes: ["peer.py", "encrypted_peer.py", "faults.py", "populate.py", "measure.py"]
    )
)

// Hosts: what they share, the terminal line by line, the full screen, and the program that chooses.
let forHosts: [Target.Dependency] = core + screens + ["CommandLineKit", "HostKit", "CSystem"]
let forHostTests: [Target.Dependency] = [
    "HostTesting", "ThreadTesting", "SimulatedServer", "SimulationKit", "viperchat",
]
targets += module("CommandLineKit", on: "Hosts", needs: ["CSystem"])
targets += module(
    "HostKit",
    on: "Hosts",
    needs: core + screens + [
        "SimulatedServer", "HTTPClient", "MatrixCrypto", "MatrixTransport", "CommandLineKit", "SimulationKit",
        "CSystem",
    ],
    testsNeed: ["HostTesting", "HomeserverTesting", "JSONKit", "ThreadTesting", "viperchat"]
)
targets.append(
    untested(
        "HostTesting",
        on: "Hosts",
        needs: core + ["HostKit", "ProcessKit", "SimulatedServer", "SimulationKit", "CSystem"]
    )
)
targets += module("LineHost", on: "Hosts", needs: forHosts + ["HTTPClient"], testsNeed: forHostTests)
targets += module(
    "FullScreenHost",
    on: "Hosts",
    needs: forHosts + ["CTerminfo"],
    testsNeed: ["HostTesting", "ProcessKit", "ScreenTesting", "SimulationKit", "ThreadTesting", "viperchat"]
)
// The page's files are embedded where they are compiled, so the build need not copy them.
targets.append(untested("WebPage", on: "Hosts", needs: [], excludes: ["Page"]))
targets += module(
    "WebHost",
    on: "Hosts",
    needs: forHosts + ["CMicroHTTPD", "JSONKit", "WebPage"],
    testsNeed: [
        "HostTesting", "HomeserverTesting", "ProcessKit", "SimulatedServer", "SimulationKit", "ThreadTesting",
        "viperchat",
    ],
    testsExclude: ["Browser"]
)
targets += testedProgram(
    "viperchat",
    on: "Hosts",
    needs: forHosts + [
        "LineHost", "FullScreenHost", "WebHost", "HTTPClient", "OlmKit", "MatrixCrypto", "MatrixTransport",
    ],
    testsNeed: [
        "HostTesting", "HomeserverTesting", "JSONKit", "ProcessKit", "SimulatedServer", "SimulationKit",
        "ThreadTesting",
    ]
)

// Laboratory: tests the product as a whole and compares it. Nothing of the product imports it.
targets.append(untested("DriverKit", on: "Laboratory", needs: forSessions))
targets += module(
    "ChatSimulation",
    on: "Laboratory",
    needs: core + screens + [
        "DriverKit", "CSQLite", "SimulatedServer", "HTTPClient", "JSONKit", "OlmKit", "MatrixCrypto", "MatrixTransport",
        "SimulationKit", "CSystem",
    ]
)
targets += testedProgram(
    "chat-simulator",
    on: "Laboratory",
    needs: ["ChatTypes", "RuntimeKit", "ChatSimulation", "CommandLineKit", "Transport", "CSystem"]
)
targets += testedProgram(
    "chat-benchmarks",
    on: "Laboratory",
    needs: core + screens + [
        "CommandLineKit", "CSQLite", "FullScreenHost", "HTTPClient", "HomeserverTesting", "JSONKit", "OlmKit",
        "MatrixCrypto", "MatrixTransport", "ProcessKit", "SimulationKit", "CSystem",
    ]
)

// The comparison: the same app in nine architectures, and what measures them.
let comparison = "Laboratory/Comparison"
let engine: [Target.Dependency] = forSessions + ["ChatSession", "ScreenKit", "OneThread", "PhoneKit"]
let versions = [
    "ClassicMVC", "MVP", "PresentationModel", "StaticMVVM", "MVVMBindings", "PropertyMVVM",
    "MVObservable", "UnidirectionalStore",
]
targets.append(untested("SourceTesting", on: comparison, needs: ["ProcessKit"]))
targets += module(
    "SourceMeasure",
    on: comparison,
    needs: ["CommandLineKit", "CSystem"],
    testsNeed: ["ProcessKit", "SourceTesting"]
)
targets += module(
    "SourceChange",
    on: comparison,
    needs: ["CommandLineKit", "ProcessKit", "SourceMeasure", "CSystem"],
    testsNeed: ["SourceTesting"]
)
targets += module("OneThread", on: comparison, needs: ["RuntimeKit"], testsNeed: ["ChatTypes", "SimulationKit"])
targets += module(
    "PhoneKit",
    on: comparison,
    needs: forSessions + ["SQLiteKit", "ChatSession", "OneThread"],
    testsNeed: ["SimulationKit"]
)
targets += module(
    "BehaviourSuite",
    on: comparison,
    needs: forSessions + ["DriverKit", "SimulatedServer", "ScreenKit", "PhoneKit", "SimulationKit"],
    testsNeed: ["ArchitectureVersions", "ChatSession", "PhoneTesting"]
)
targets.append(untested("VIPERInterface", on: comparison, needs: core + screens + ["OneThread", "PhoneKit"]))
targets.append(
    untested("PhoneTesting", on: comparison, needs: engine + ["SimulatedServer", "ScreenTesting", "SimulationKit"])
)
targets += module("BindingKit", on: comparison)
for version in versions {
    let needs = version == "MVVMBindings" ? engine + ["BindingKit"] : engine
    // Scenarios and view tests cover all architectures; two have no tests besides.
    if ["MVP", "MVVMBindings"].contains(version) {
        targets.append(untested(version, on: comparison, needs: needs))
    } else {
        let others: [Target.Dependency] = version == "StaticMVVM" ? ["ClassicMVC"] : []
        targets += module(
            version,
            on: comparison,
            needs: needs,
            testsNeed: ["PhoneTesting", "ScreenTesting"] + others
        )
    }
}
targets.append(
    untested(
        "ArchitectureVersions",
        on: comparison,
        needs: ["BehaviourSuite", "DriverKit", "OneThread", "PhoneKit", "VIPERInterface"]
            + versions.map { .target(name: $0) } + core
            + screens
    )
)
targets += module(
    "ArchitectureReport",
    on: comparison,
    needs: [
        "BehaviourSuite", "ArchitectureVersions", "ChatSimulation", "CommandLineKit", "SourceMeasure",
        "SourceChange", "CSystem",
    ],
    testsNeed: [
        "DriverKit", "ChatStore", "ChatTypes", "ProcessKit", "SQLiteKit", "SimulationKit", "SourceTesting",
        "ThreadTesting",
    ]
)
targets.append(program("architecture-comparison", on: comparison, needs: ["ArchitectureReport"]))

let libraries =
    [
        "ChatTypes", "RuntimeKit", "Transport", "ChatStore", "ChatSession", "ChatApp", "ScreenKit", "ScreenTesting",
        "SimulationKit", "SimulatedServer", "HTTPClient", "OlmKit", "MatrixTransport",
    ] + screenNames
let programs = ["viperchat", "chat-benchmarks", "chat-simulator", "architecture-comparison"]

// `VIPERCHAT_PART=Chat,ChatStore` leaves out all but these modules, what they need, and their tests; `product` stands for everything
// but the laboratory.
if let part = Context.environment["VIPERCHAT_PART"] {
    let productNames = targets.filter { !$0.isTest && $0.path?.contains("/Laboratory/") == false }.map(\.name)
    let names = part == "product" ? productNames : part.split(separator: ",").map(String.init)
    let unknown = names.filter { name in !targets.contains { $0.name == name } }
    guard unknown.isEmpty, !names.isEmpty else {
        print(
            "VIPERCHAT_PART: no module is called “\(unknown.joined(separator: "”, “"))”. Write product, or some of these, with commas:"
        )
        print(productNames.joined(separator: " "))
        exit(64)
    }
    let needed = closure(of: names + names.map { "\($0)Tests" }, in: targets)
    targets.removeAll { !needed.contains($0.name) }
}
let names = Set(targets.map(\.name))

let package = Package(
    name: "viper-chat",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: libraries.filter(names.contains).map { .library(name: $0, targets: [$0]) }
        + programs.filter(names.contains).map { .executable(name: $0, targets: [$0]) },
    dependencies: [],
    targets: targets,
    swiftLanguageModes: [.v6]
)

/// Returns the names of targets with all that they need.
func closure(of names: [String], in targets: [Target]) -> Set<String> {
    var (found, left): (Set<String>, [String]) = ([], names)
    while let name = left.popLast() {
        guard found.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { continue }
        for case .targetItem(let name, _) in target.dependencies { left.append(name) }
        for case .byNameItem(let name, _) in target.dependencies { left.append(name) }
    }
    return found
}

/// A library of the system.
func library(_ name: String, pkgConfig: String? = nil, apt: String? = nil, brew: String? = nil) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/System/\(name)",
        pkgConfig: pkgConfig,
        providers: apt.flatMap { apt in brew.map { [.apt([apt]), .brew([$0])] } }
    )
}

/// A module on one of the floors, and its tests on the same floor, which may import all that it imports and more.
func module(
    _ name: String,
    on floor: String,
    needs: [Target.Dependency] = [],
    testsNeed: [Target.Dependency] = [],
    testsExclude: [String] = []
) -> [Target] {
    [
        untested(name, on: floor, needs: needs),
        tests(of: name, on: floor, need: needs + testsNeed, exclude: testsExclude),
    ]
}

/// A module without tests of its own: the tests of other modules cover it.
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

/// A program with tests, which import it as they would a module.
func testedProgram(
    _ name: String,
    on floor: String,
    needs: [Target.Dependency],
    testsNeed: [Target.Dependency] = []
) -> [Target] {
    [program(name, on: floor, needs: needs), tests(of: name, on: floor, need: needs + testsNeed)]
}

func tests(of name: String, on floor: String, need: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name), "CTestWidth"] + need,
        path: "Tests/\(floor)/\(name)Tests",
        exclude: exclude,
        swiftSettings: settings
    )
}
