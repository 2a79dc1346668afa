import SourceMeasure

extension ComparisonReport {
    var codeSection: ReportSection {
        let shared = shared.map { "\($0.name) (\(Numbers.grouped($0.code)))" }.joined(separator: ", ")
        let rows: [Row] = [
            ("files", { "\($0.code.files)" }),
            ("blank lines", { "\($0.code.blank)" }),
            ("comment lines", { "\($0.code.comment)" }),
            ("code lines", { "\($0.code.code)" }),
            ("code lines per file", { Numbers.fixed($0.code.meanCode, 1) }),
            ("code lines of the largest file", { "\($0.code.largest?.code ?? 0)" }),
            ("largest file", { $0.code.largest?.path ?? "" }),
        ]
        return ReportSection(
            id: "code",
            title: "Code",
            table: table(rows),
            notes: [
                "Lines are counted as cloc counts them.",
                "What every version may stand on is counted in none, by code lines: \(shared).",
                "VIPER's views are protocols and the values they show; the others have view classes without drawing.",
            ],
            items: versions.map { "\($0.name): \($0.folders.joined(separator: ", "))" }
        )
    }

    var layerSection: ReportSection {
        ReportSection(
            id: "layers",
            title: "Layers",
            table: Table(
                header: [
                    "layer", "files", "blank", "comment", "code", "per file", "largest", "types", "fan-in", "fan-out",
                ],
                rows: versions.flatMap { version in version.code.layers.map { row(of: $0, in: version) } }
            ),
            notes: [
                "Fan-in counts the references from declarations of other layers to those of this one, fan-out the other way; "
                    + "largest is the code lines of the layer's largest file."
            ]
        )
    }

    var structureSection: ReportSection {
        let rows: [Row] = [
            ("types", { "\($0.code.types)" }),
            ("of which protocols", { "\($0.code.protocols)" }),
            ("free functions and globals", { "\($0.code.functions + $0.code.globals)" }),
            ("types from elsewhere that are extended", { "\($0.code.extensions)" }),
            ("references between declarations", { "\($0.code.references)" }),
            ("cycles", { "\($0.code.cycles.count)" }),
            ("declarations in cycles", { "\($0.code.cycles.reduce(0) { $0 + $1.count })" }),
            ("declarations in the largest cycle", { "\($0.code.cycles.map { $0.count }.max() ?? 0)" }),
            ("propagation cost", { $0.code.propagationCost.map(percent) ?? "-" }),
            ("code lines of the largest type, over its extensions", { "\($0.code.largestType?.code ?? 0)" }),
            ("largest type", { $0.code.largestType?.name ?? "" }),
            ("wrappers' key paths that are not followed", { "\($0.code.leftOut.keyPaths.count)" }),
            ("files that know of push", { "\($0.sources.push.count)" }),
            ("files that know of the socket", { "\($0.sources.socket.count)" }),
            ("files a third source concerns", { "\($0.sources.either.count)" }),
        ]
        let cycles = versions.flatMap { version in
            version.code.cycles.map { "\(version.name), cycle of \($0.count): \($0.joined(separator: ", "))" }
        }
        let sources = versions.map { version in
            "\(version.name), files that know of a source: \(version.sources.either.joined(separator: ", "))"
        }
        return ReportSection(
            id: "structure",
            title: "Structure",
            table: table(rows),
            notes: [
                "A declaration is a type with its extensions, a free function, a global, or what a module extends a type "
                    + "from elsewhere by; it refers to another whose name stands in it, aliases followed. Propagation "
                    + "cost is the share of all pairs in which a change to one may reach the other.",
                "A file knows of push when its code names PushSource, a name declared to hold one, or a type of the "
                    + "version with Push in its name; likewise for the socket. A third source concerns the files that "
                    + "know of either: it would be added to them, or be written beside them.",
            ],
            items: sources + cycles
        )
    }

    private func row(of layer: SourceMeasurement.Layer, in version: VersionReport) -> [String] {
        let mean = Double(layer.code) / Double(max(1, layer.files))
        let numbers: [Int] = [version.largestByLayer[layer.name] ?? 0, layer.types, layer.fanIn, layer.fanOut]
        let lines: [Int] = [layer.files, layer.blank, layer.comment, layer.code]
        return ["\(version.name): \(layer.name)"] + lines.map(String.init) + [Numbers.fixed(mean, 1)]
            + numbers.map(String.init)
    }
}
