import SourceMeasure

extension ComparisonReport {
    /// The claims of the article that this comparison began with, about event-driven MVVM beside classic MVC.
    var articleClaims: [Claim] {
        guard let mvc = version("Classic MVC"), let mvvm = version("MVVM with statics"),
            let redesign = version("Event-driven MVVM")
        else { return [] }
        let (old, new, other) = (mvc.code, mvvm.code, redesign.code)
        let counted = measuring("ClassicMVC", "StaticMVVM", "EventDrivenMVVM")
        return [
            Claim(
                source: .article,
                sentence: "Event-driven MVVM takes about a tenth more code than MVC.",
                authors: .init(
                    "1,981 against 1,807 lines in all, 9.6% more; its controllers, events and view models alone 569 against "
                        + "287, 98% more",
                    .holds
                ),
                here: .init(
                    "\(new.code) against \(old.code) lines, \(percent(Double(new.code) / Double(max(1, old.code)) - 1)) more, of "
                        + "what lies between session and views; redesigned without statics \(other.code)",
                    holds: Double(new.code) < 1.15 * Double(old.code)
                ),
                command: counted,
                shows: ["\(old.code)", "\(new.code)", "\(other.code)"]
            ),
            Claim(
                source: .article,
                sentence: "Event-driven MVVM has smaller files than MVC.",
                authors: .init("38.8 against 60.2 lines a file", .holds),
                here: .init(
                    "\(Numbers.fixed(new.meanCode, 1)) against \(Numbers.fixed(old.meanCode, 1)) lines a file",
                    holds: new.meanCode < old.meanCode
                ),
                command: counted,
                shows: ["\(old.meanCode)", "\(new.meanCode)"]
            ),
            Claim(
                source: .article,
                sentence: "Event-driven MVVM's views shrink to 74% of MVC's.",
                authors: .init(
                    "375 against 506 lines in the views of the three screens, 74.1%; all ten views 83.8%, their folder with "
                        + "helpers 96.2%",
                    .inPart
                ),
                here: .init("All architectures show the same views", nil),
                command: "swift run architecture-comparison measure MVC=iOSArchitecturesCompared/MVC/MVCChat/Views "
                    + "MVVM=iOSArchitecturesCompared/MVVM/MVVMChat/Views"
            ),
            Claim(
                source: .article,
                sentence: "Event-driven MVVM halves the view controllers.",
                authors: .init("154 against 287 lines, 53.7%; without a base class that both have 43.2%", .holds),
                here: controllers(mvvm, "View", beside: mvc),
                command: measuring("ClassicMVC/Controllers", "StaticMVVM/Controllers"),
                shows: lines([(mvc, "Controller"), (mvvm, "View")])
            ),
            Claim(
                source: .article,
                sentence: "In event-driven MVVM no relationship goes both ways.",
                authors: .init(
                    "15 declarations in one circle, 4 in MVC; without the stubs of a server 11, and none in MVC",
                    .fails
                ),
                here: .init(
                    "\(new.inCycles) of \(new.declarations) in circles, \(old.inCycles) of \(old.declarations) in MVC; "
                        + "\(other.inCycles) of \(other.declarations) in a redesign whose routers only forward",
                    holds: new.inCycles == 0
                ),
                command: counted,
                shows: ["\(old.inCycles)", "\(new.inCycles)", "\(other.inCycles)"]
            ),
            Claim(
                source: .article,
                sentence: "In event-driven MVVM events of all sources take one path.",
                here: .init(
                    "The session merges push and socket; notices that came past it met in one method of each architecture",
                    .everywhere
                ),
                command: "swift test --filter BehaviourSuiteTests.AppTests"
            ),
            newSource(mvc, mvvm),
            cost(
                of: "typing",
                "Typing",
                "Event-driven MVVM makes a new kind of event cheap.",
                .article,
                redesign,
                beside: mvc
            ),
            Claim(
                source: .article,
                sentence: "Immutable view models leave nothing stale on screen.",
                here: .init(
                    "No scenario and no session with faults finds anything stale in any architecture",
                    .everywhere
                ),
                command: "swift run architecture-comparison sessions \"MVVM with statics\" --seeds 40"
            ),
            withoutView("Most of event-driven MVVM is tested without a screen.", .article, mvvm, beside: mvc),
            Claim(
                source: .article,
                sentence: "Building all view models at each event is fast enough.",
                here: .init(
                    "Measured once: with windows 0.72 ms beside 0.55 in MVVM with bindings; for all 10,000 chats 74 beside 34",
                    .inPart
                ),
                command: Self.measuredOnce
            ),
        ].compactMap { $0 }
    }

    /// The claim about sources that multiply: notices come by two that the session does not merge.
    private func newSource(_ mvc: VersionReport, _ mvvm: VersionReport) -> Claim? {
        guard let old = feature("notices", in: mvc.name), let new = feature("notices", in: mvvm.name),
            let usual = feature("replies", in: mvc.name), let other = feature("replies", in: mvvm.name)
        else { return nil }
        return Claim(
            source: .article,
            sentence: "MVC suffers when sources of events multiply.",
            here: .init(
                "Notices by push and socket took \(old.sources.words), and a search of the stack for the right screen; with "
                    + "statics \(new.sources.words). Replies, of the session alone, took \(usual.sources.lines) and "
                    + "\(other.sources.lines) lines",
                holds: old.sources.lines > new.sources.lines
            ),
            command: changing(old, in: mvc),
            shows: old.sources.figures
        )
    }
}

extension ComparisonReport {
    /// Compares an architecture's layer of controllers with classic MVC's.
    func controllers(_ version: VersionReport, _ layer: String, beside mvc: VersionReport) -> Claim.Finding {
        guard let old = mvc.code.lines(of: "Controller"), let new = version.code.lines(of: layer), old > 0 else {
            return .notMeasured
        }
        let share = Double(new) / Double(old)
        return .init(
            "\(new) against \(old) lines, \(percent(share))",
            share < 0.6 ? .holds : share < 0.9 ? .inPart : .fails
        )
    }

    /// The lines of layers, as figures that a command prints.
    func lines(_ layers: [(VersionReport, String)]) -> [String] {
        layers.compactMap { version, layer in version.code.lines(of: layer).map(String.init) }
    }

    /// A claim about the cost of a feature; nil if it was not measured.
    func cost(
        of feature: String,
        _ name: String,
        _ sentence: String,
        _ source: Claim.Source,
        _ version: VersionReport,
        beside mvc: VersionReport
    ) -> Claim? {
        guard let old = self.feature(feature, in: mvc.name), let new = self.feature(feature, in: version.name) else {
            return nil
        }
        return Claim(
            source: source,
            sentence: sentence,
            here: .init(
                "\(name) took \(new.sources.words), in MVC \(old.sources.words)",
                holds: new.sources.lines <= old.sources.lines
            ),
            command: changing(new, in: version),
            shows: new.sources.figures
        )
    }

    /// A claim that an architecture takes little more code than MVC; `more` is said after the figures.
    func littleCode(
        _ sentence: String,
        _ source: Claim.Source,
        _ version: VersionReport,
        in folder: String,
        beside mvc: VersionReport,
        _ more: String = ""
    ) -> Claim {
        let (lines, old) = (version.code.code, mvc.code.code)
        let share = Double(lines) / Double(max(1, old)) - 1
        return Claim(
            source: source,
            sentence: sentence,
            here: .init(
                "\(lines) against \(old) lines, \(percent(share)) more\(more)",
                share < 0.25 ? .holds : share < 0.5 ? .inPart : .fails
            ),
            command: measuring("ClassicMVC", folder),
            shows: ["\(old)", "\(lines)"]
        )
    }

    /// A claim about the code that names no view.
    func withoutView(
        _ sentence: String,
        _ source: Claim.Source,
        _ version: VersionReport,
        beside mvc: VersionReport
    ) -> Claim {
        func words(_ version: VersionReport) -> String {
            "\(version.linesWithoutView) of \(Numbers.grouped(version.code.code))"
        }
        let share = Double(version.linesWithoutView) / Double(max(1, version.code.code))
        return Claim(
            source: source,
            sentence: sentence,
            here: .init("\(words(version)) lines name no view, in MVC \(words(mvc))", holds: share > 0.5),
            command: "swift run architecture-comparison claims"
        )
    }
}

extension SourceMeasurement {
    func lines(of layer: String) -> Int? { layers.first { $0.name == layer }?.code }
}

extension FeatureCost.Share {
    /// The figures that the command `change` prints.
    var figures: [String] { ["\(linesAdded)", "\(linesModified)", "\(filesTouched)"] }

    /// The lines and files in words.
    var words: String { "\(lines) lines in \(files) \(files == 1 ? "file" : "files")" }
}
