import ChatSimulation
import CommandLineKit
import Foundation

/// The options of `chat-simulator`.
struct SimulatorOptions {
    struct Mistake: Error, Equatable {
        let text: String
    }

    var seeds: ClosedRange<UInt64> = 1...1000
    var profile = FaultProfile.everything
    var stepCount = 40
    var server = ServerKind.simulated
    /// The adversary's moves in encrypted rooms.
    var moves = AdversaryMove.drawn
    var jobs = ProcessInfo.processInfo.activeProcessorCount
    /// The bugs to plant in the app and find, one at a time.
    var planted: [PlantedBug] = []
    /// Whether a bug is looked for in the session that found it last before others.
    var triesKnownSeeds = true
    /// The file that keeps the progress of a run for resuming it.
    var record: String?
    var isJSON = false
    var isTracing = false
    var wantsHelp = false

    static let help = """
        Usage: chat-simulator [OPTIONS]

        Plays whole sessions of the app with injected faults and checks that every invariant holds.

          --seeds A...B   the sessions to play (default: 1...1000)
          --seed N        play one session
          --faults NAME   none, mobile, storm or everything (default: everything);
                          mobile has some of the faults of storm, each as often
          --server NAME   simulated, or matrix for the Matrix adapter (default: simulated)
          --adversary NAME  the adversary's move in encrypted rooms, by name; all, none
                          (default: all that the app is known to withstand)
          --planted NAME  plant a bug in the app and play until a session finds it, first
                          the one that found it last, unless --seeds says which;
                          all: every bug, one after the other; with --seeds it also
                          prints the number of sessions until each was found
          --jobs N        the number of sessions played at once (default: one per core)
          --steps N       the approximate number of steps in a session (default: 40)
          --resume FILE   save the progress in FILE every 500 sessions, and resume from it
          --json          print the tally as one JSON object
          --trace         with --seed: print every event of the session
          --help          show this help

        Exits with 0 if every invariant held, 1 if one was violated or a planted bug was not found, or by an unexpected
        invariant, 64 for a wrong command line, and 74 if its files cannot be created. Prints the seed of each violation to
        standard error at once, with a command that replays it. At the end, prints the shortest plan found for the first three
        violations, with its events; --trace skips this search.
        """

    private static let valued = [
        "--seeds", "--seed", "--faults", "--server", "--adversary", "--planted", "--jobs", "--steps", "--resume",
    ]
    private static let idleWhenPlanting = ["--server", "--json", "--trace", "--jobs"]
    private static let flags = ["--json", "--trace", "--help", "-h"]

    init(_ arguments: [String]) throws(Mistake) {
        var rest = arguments[...]
        var given: Set<String> = []
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = String(parts[0])
            func value() throws(Mistake) -> String {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                    throw Mistake(text: "\(option) needs a value")
                }
                return value
            }
            given.insert(option)
            if parts.count == 2, Self.flags.contains(option) { throw Mistake(text: "\(option) takes no value") }
            switch option {
            case "--seeds": seeds = try Self.range(try value())
            case "--seed":
                let seed = try Self.number(try value(), of: "--seed")
                seeds = seed...seed
            case "--faults": profile = try Self.profile(try value())
            case "--server": server = try Self.server(try value())
            case "--steps":
                let count = try Self.number(try value(), of: "--steps")
                guard (1...100_000).contains(count) else { throw Mistake(text: "--steps takes 1 to 100000") }
                stepCount = Int(count)
            case "--adversary": moves = try Self.moves(try value())
            case "--planted": planted = try Self.planted(try value())
            case "--jobs":
                let count = try Self.number(try value(), of: "--jobs")
                guard (1...256).contains(count) else { throw Mistake(text: "--jobs takes 1 to 256") }
                jobs = Int(count)
            case "--resume": record = try value()
            case "--json": isJSON = true
            case "--trace": isTracing = true
            case "--help", "-h": wantsHelp = true
            default:
                let near = suggestion(for: option, among: Self.valued + Self.flags)
                throw Mistake(
                    text: "there is no option \(echoed(option))\(near.isEmpty ? "; --help lists them" : near)"
                )
            }
        }
        triesKnownSeeds = given.isDisjoint(with: ["--seeds", "--seed"])
        if record != nil, isTracing || !planted.isEmpty {
            throw Mistake(text: "--resume goes with --seeds alone: it keeps a tally")
        }
        try Self.refuse(Self.idleWhenPlanting, among: given, with: planted.isEmpty ? nil : "--planted")
        try Self.refuse(["--json", "--jobs"], among: given, with: isTracing ? "--trace" : nil)
        if isTracing, seeds.count > 1 { throw Mistake(text: "--trace goes with --seed: it shows one session") }
    }

    /// Rejects an option that has no effect together with another one.
    private static func refuse(
        _ idle: [String],
        among given: Set<String>,
        with option: String?
    ) throws(Mistake) {
        guard let option, let first = idle.first(where: given.contains) else { return }
        throw Mistake(text: "\(first) has no effect with \(option)")
    }

    private static func range(_ text: String) throws(Mistake) -> ClosedRange<UInt64> {
        guard let dots = text.range(of: "...") else {
            let seed = try number(text, of: "--seeds")
            return seed...seed
        }
        let first = try number(String(text[..<dots.lowerBound]), of: "--seeds")
        let last = try number(String(text[dots.upperBound...]), of: "--seeds")
        guard first <= last, last - first < 100_000_000 else {
            throw Mistake(text: "--seeds takes A...B with A up to B")
        }
        return first...last
    }

    private static func number(_ text: String, of option: String) throws(Mistake) -> UInt64 {
        guard let number = UInt64(text) else {
            throw Mistake(text: "\(option) takes a whole number, not \(echoed(text))")
        }
        return number
    }

    private static func server(_ text: String) throws(Mistake) -> ServerKind {
        guard let server = ServerKind(rawValue: text) else {
            let names = ServerKind.allCases.map(\.rawValue)
            let near = suggestion(for: text, among: names)
            throw Mistake(text: "--server takes \(wordList(names, joinedBy: "or")), not \(echoed(text))\(near)")
        }
        return server
    }

    private static func moves(_ text: String) throws(Mistake) -> Set<AdversaryMove> {
        if text == "all" { return Set(AdversaryMove.allCases) }
        if text == "none" { return [] }
        guard let move = AdversaryMove(rawValue: text) else {
            let names = AdversaryMove.allCases.map(\.rawValue)
            let near = suggestion(for: text, among: names)
            throw Mistake(
                text: "--adversary takes all, none, \(wordList(names, joinedBy: "or")), not \(echoed(text))\(near)"
            )
        }
        return [move]
    }

    private static func planted(_ text: String) throws(Mistake) -> [PlantedBug] {
        if text == "all" { return PlantedBug.all }
        guard let bug = PlantedBug.all.first(where: { $0.name == text }) else {
            let near = suggestion(for: text, among: PlantedBug.all.map(\.name))
            throw Mistake(text: "--planted takes all, or the name of a planted bug, not \(echoed(text))\(near)")
        }
        return [bug]
    }

    private static func profile(_ text: String) throws(Mistake) -> FaultProfile {
        guard let profile = FaultProfile(rawValue: text) else {
            let names = FaultProfile.allCases.map(\.rawValue)
            let near = suggestion(for: text, among: names)
            throw Mistake(text: "--faults takes \(wordList(names, joinedBy: "or")), not \(echoed(text))\(near)")
        }
        return profile
    }
}
