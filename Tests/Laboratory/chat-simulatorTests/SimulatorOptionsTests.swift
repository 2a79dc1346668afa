import ChatSimulation
import Testing

@testable import chat_simulator

@Suite struct SimulatorOptionsTests {
    @Test func `options are accepted with an equals sign or a space`() throws {
        let options = try SimulatorOptions(["--seeds=3...5", "--faults", "storm", "--steps=7", "--json"])
        #expect(options.seeds == 3...5 && options.profile == .storm && options.stepCount == 7 && options.isJSON)
        #expect(try SimulatorOptions(["--seed", "9", "--trace"]).seeds == 9...9)
        #expect(try SimulatorOptions(["-h"]).wantsHelp)
        #expect(try SimulatorOptions(["--jobs", "3"]).jobs == 3)
        #expect(try SimulatorOptions(["--planted", "lostDraft"]).planted.map(\.name) == ["lostDraft"])
        #expect(try SimulatorOptions(["--planted=all"]).planted.map(\.name) == PlantedBug.all.map(\.name))
    }

    @Test func `seeds that are given are the only ones in which a bug is looked for`() throws {
        #expect(try SimulatorOptions(["--planted", "all"]).triesKnownSeeds)
        #expect(try !SimulatorOptions(["--planted", "all", "--seeds", "1...200"]).triesKnownSeeds)
    }

    @Test func `--adversary selects the moves by name`() throws {
        #expect(try SimulatorOptions([]).plan(for: 1).moves == AdversaryMove.drawn)
        #expect(try SimulatorOptions(["--adversary", "none"]).plan(for: 1).moves.isEmpty)
        #expect(try SimulatorOptions(["--adversary=all"]).plan(for: 1).moves == Set(AdversaryMove.allCases))
        let options = try SimulatorOptions(["--adversary", "answersTwice"])
        #expect(options.plan(for: 1).moves == [.answersTwice])
        #expect(options.replay(of: 1).contains("--adversary answersTwice"))
    }

    @Test func `the replay command has every option that determines the session`() throws {
        let options = try SimulatorOptions(["--seed=4", "--server", "matrix"])
        #expect(
            options.replay(of: 4) == "chat-simulator --seed 4 --faults everything --steps 40 --server matrix --trace"
        )
    }

    @Test(arguments: [
        (["--sed", "7"], "there is no option --sed; did you mean --seed?"),
        (["--dance"], "there is no option --dance; --help lists them"),
        (["--seed"], "--seed needs a value"),
        (["--seed="], "--seed needs a value"),
        (["--json=yes"], "--json takes no value"),
        (["--seed", "\u{1B}[2J"], "--seed takes a whole number, not \\u{1B}[2J"),
        (["--faults", "strom"], "--faults takes none, mobile, storm or everything, not strom; did you mean storm?"),
        (
            ["--planted", "lostDrift"],
            "--planted takes all, or the name of a planted bug, not lostDrift; did you mean lostDraft?"
        ),
        (
            ["--adversary", "answerTwice"],
            "--adversary takes all, none, claimsContactKey, claimsOwnKey, answersTwice, sharesAnothersKey, withholdsAnothersKey, repeatsDelivery or addsReader, not answerTwice; did you mean answersTwice?"
        ),
        (["--jobs", "0"], "--jobs takes 1 to 256"),
        (["--seeds", "5...3"], "--seeds takes A...B with A up to B"),
        (["--resume", "run", "--planted", "all"], "--resume goes with --seeds alone: it keeps a tally"),
        (["--server=matrix", "--planted", "all"], "--server has no effect with --planted"),
        (["--planted", "lostDraft", "--json"], "--json has no effect with --planted"),
        (["--planted", "lostDraft", "--trace"], "--trace has no effect with --planted"),
        (["--jobs", "2", "--planted", "all"], "--jobs has no effect with --planted"),
        (["--seed", "4", "--trace", "--json"], "--json has no effect with --trace"),
        (["--seed", "4", "--trace", "--jobs", "2"], "--jobs has no effect with --trace"),
        (["--trace"], "--trace goes with --seed: it shows one session"),
    ])
    func `a wrong command line is refused with the reason`(arguments: [String], text: String) {
        #expect(throws: SimulatorOptions.Mistake(text: text)) { try SimulatorOptions(arguments) }
    }

    @Test func `an error message truncates a long argument`() {
        let error = #expect(throws: SimulatorOptions.Mistake.self) {
            try SimulatorOptions(["--seed", String(repeating: "x", count: 1_000_000)])
        }
        #expect(error.map { $0.text.count < 120 } == true)
    }
}
