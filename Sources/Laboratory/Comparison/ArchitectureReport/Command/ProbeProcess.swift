import ArchitectureVersions
import BehaviourSuite
import CommandLineKit
import Foundation

/// A child process that measures one architecture at one size.
enum ProbeProcess {
    static let flag = "--probe"

    /// Starts a child process, waits for it and returns its measurement.
    static func measure(
        _ version: Architecture,
        _ choice: StrategyChoice,
        chatCount: Int,
        history: String
    ) throws -> Cost.Point {
        guard let program = Bundle.main.executableURL else {
            throw CostProbe.Failure(description: "this program does not know where it is, and cannot start itself")
        }
        let process = Process()
        process.executableURL = program
        process.arguments = [flag, version.name, choice.rawValue, "\(chatCount)", history]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CostProbe.Failure(description: "\(version.name) could not be measured at \(chatCount) chats")
        }
        return try JSONDecoder().decode(Cost.Point.self, from: answer)
    }

    /// Runs in the child process: measures and prints the result as JSON.
    static func answer(_ arguments: [String]) -> Int32 {
        guard arguments.count == 4, let choice = StrategyChoice(rawValue: arguments[1]),
            let chatCount = Int(arguments[2]), chatCount > 0,
            let version = Architecture.all.first(where: { $0.name == arguments[0] })
        else { return 64 }
        do {
            let point = try CostProbe.measure(version, choice, chatCount: chatCount, history: arguments[3])
            try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(point))
            return 0
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("\(version.name): \(plainText(of: error))\n".utf8))
            return 70
        }
    }
}
