import SourceMeasure

extension ComparisonReport {
    /// The code lines, also under the rules that a sceptic would choose.
    var codeSection: ReportSection {
        let shared = shared.map { "\($0.name) (\(Numbers.grouped($0.code)))" }
        return ReportSection(
            id: "code",
            title: "Code lines, counted in several ways",
            table: table([
                ("lines", { Numbers.grouped($0.code.code) }),
                ("files", { "\($0.code.files)" }),
                ("with queries", { Numbers.grouped($0.code.code + ($0.queryLines == 0 ? queryLines : 0)) }),
                (
                    "and kit",
                    { Numbers.grouped($0.code.code + ($0.queryLines == 0 ? queryLines : 0) + ($0.kit?.code ?? 0)) }
                ),
            ]),
            notes: [
                "Lines are counted as cloc counts them. What every version stands on is counted in none, by code lines: "
                    + "\(list(shared)).",
                "What a screen asks of the session are queries. PhoneKit has them, in \(queryLines) code lines, for the versions "
                    + "that have none of their own; VIPER has its own, those of its fourth screen among them.",
                "A kit is a small library that one version alone stands on. Folders that would serve any app's screens count in "
                    + "their version: ScreenKit in VIPER, Bindings in MVVM with bindings, Hosting in MV with @Observable and "
                    + "Store in Unidirectional store.",
                "MV with @Observable stands on PhoneKit, not on SwiftUI: what SwiftUI would do there, from observing models to "
                    + "updating views, is counted in it. VIPER's views are protocols and values for any interface, and the "
                    + "controllers that join them to the phone; the others are written for the phone alone.",
            ],
            items: versions.map { version in
                let largest = version.code.largest.map { "; largest file \($0.path), \($0.code) lines" } ?? ""
                let mean = Numbers.fixed(version.code.meanCode, 1)
                return "\(version.name): \(list(version.folders)); \(mean) lines per file\(largest)"
            }
        )
    }

    var structureSection: ReportSection {
        ReportSection(
            id: "structure",
            title: "Structure",
            table: table([
                ("types", { "\($0.code.types)" }),
                ("references", { "\($0.code.references)" }),
                ("in circles", { "\($0.code.inCycles)" }),
            ]),
            notes: [
                "A declaration is a type with its extensions, a free function, a global, or the extensions of a type from "
                    + "elsewhere; it refers to another whose name stands in it, aliases followed. In circles are declarations "
                    + "that refer to each other, directly or by way of others.",
                "Circles are found by name alone. A delegate's protocol that names its sender makes one; a closure, or a "
                    + "protocol of listeners, that leads back at run time and names nobody does not. A name that several "
                    + "declarations bear equally near, attributes and the key path of a wrapper are not followed.",
            ],
            items: ["Protocols among the types: " + list(versions.map { "\($0.name) \($0.code.protocols)" })]
                + versions.flatMap { version in
                    version.code.cycles.map {
                        "\(version.name), \($0.count) in a circle: \($0.joined(separator: ", "))"
                    }
                }
        )
    }
}

extension SourceMeasurement {
    /// The number of declarations that are not types of the architecture.
    var others: Int { functions + globals + extensions }
    var declarations: Int { types + others }
    var inCycles: Int { cycles.reduce(0) { $0 + $1.count } }
}
