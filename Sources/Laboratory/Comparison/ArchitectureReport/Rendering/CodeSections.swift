import SourceMeasure

extension ComparisonReport {
    var codeSection: ReportSection {
        let shared = shared.map { "\($0.name) (\(Numbers.grouped($0.code)))" }
        return ReportSection(
            id: "code",
            title: "Code",
            table: table([
                ("code lines", { Numbers.grouped($0.code.code) }),
                ("its kit", { $0.kit.map { Numbers.grouped($0.code) } ?? "-" }),
                ("files", { "\($0.code.files)" }),
                ("lines per file", { Numbers.fixed($0.code.meanCode, 1) }),
                ("largest file", { "\($0.code.largest?.code ?? 0)" }),
                ("comment lines", { Numbers.grouped($0.code.comment) }),
            ]),
            notes: [
                "Lines are counted as cloc counts them.",
                "What every version stands on is counted in none, by code lines: \(list(shared)).",
                "A kit is a small library that one version alone stands on, as its followers would take one from elsewhere; "
                    + "it is not among the version's lines. A runtime in a version's own folders is, as VIPER's of its screens "
                    + "and the store's are; the next table has the lines without any.",
                "MV with @Observable stands on PhoneKit, not on SwiftUI: what SwiftUI would do there, from observing models to "
                    + "updating views, is counted in it.",
                "VIPER's views are protocols and the values they show, for any interface to wear, and the controllers that "
                    + "join them to the phone; the others are written for the phone alone.",
            ],
            items: versions.map { version in
                let largest = version.code.largest.map { "; largest file \($0.path)" } ?? ""
                return "\(version.name): \(version.folders.joined(separator: ", "))\(largest)"
            }
        )
    }

    var layerSection: ReportSection {
        ReportSection(
            id: "layers",
            title: "Layers",
            table: Table(
                header: ["layer", "code lines", "files", "types", "fan-in", "fan-out"],
                rows: versions.flatMap { version in
                    version.code.layers.map { layer in
                        let numbers = [layer.code, layer.files, layer.types, layer.fanIn, layer.fanOut]
                        return ["\(version.name): \(layer.name)"] + numbers.map(String.init)
                    }
                }
            ),
            notes: [
                "Fan-in counts the references from declarations of other layers to those of this one, fan-out the other way.",
                "Presentation Model's AppDelegate counts as Controller and VIPER's VIPERApp as View; in the other versions the "
                    + "app's root is Composition.",
            ]
        )
    }

    var structureSection: ReportSection {
        ReportSection(
            id: "structure",
            title: "Structure",
            table: table([
                ("references", { "\($0.code.references)" }),
                ("in cycles", { "\($0.code.inCycles)" }),
                ("largest cycle", { "\($0.code.largestCycle)" }),
                ("propagation", { $0.code.propagationCost.map(percent) ?? "-" }),
            ]),
            notes: [
                "A declaration is a type with its extensions, a free function, a global, or what a module extends a type "
                    + "from elsewhere by; it refers to another whose name stands in it, aliases followed. In cycles are "
                    + "declarations that refer to each other in a circle, directly or by way of others. Propagation "
                    + "is the share of all pairs in which a change to one may reach the other.",
                "Circles are found by name alone. A delegate's protocol that names its sender makes one; a closure, or a "
                    + "protocol of listeners, that leads back at run time and names nobody does not.",
            ],
            items: versions.flatMap { version in
                version.code.cycles.map { "\(version.name), cycle of \($0.count): \($0.joined(separator: ", "))" }
            }
        )
    }

    var namesSection: ReportSection {
        ReportSection(
            id: "names",
            title: "More of the structure",
            table: table([
                ("types", { "\($0.code.types)" }),
                ("protocols", { "\($0.code.protocols)" }),
                ("others", { "\($0.code.others)" }),
                ("largest type", { "\($0.code.largestType?.code ?? 0)" }),
                ("not followed", { "\($0.code.leftOut.ambiguous + $0.code.leftOut.keyPaths.count)" }),
            ]),
            notes: [
                "Others are free functions, globals, and types from elsewhere that are extended. The largest type is "
                    + "given by its code lines over all its extensions. Not followed are names that several declarations bear "
                    + "and wrappers' key paths that lead nowhere; a reference through a member whose type is inferred is "
                    + "seen by no analysis of names."
            ],
            items: versions.compactMap { version in
                version.code.largestType.map { "\(version.name): largest type \($0.name)" }
            }
        )
    }
}

extension SourceMeasurement {
    /// The number of declarations that are not types of the architecture.
    var others: Int { functions + globals + extensions }
    var declarations: Int { types + others }
    var inCycles: Int { cycles.reduce(0) { $0 + $1.count } }
    var largestCycle: Int { cycles.map(\.count).max() ?? 0 }
}
