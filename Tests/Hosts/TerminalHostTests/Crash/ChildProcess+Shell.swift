import Foundation

extension ChildProcess {
    /// Starts `viperchat` from a shell that has arranged its descriptors: in the script, `"$0" "$@"` is the program with its
    /// arguments.
    convenience init(shell script: String, arguments: [String], input: String = "", output: Int32? = nil) throws {
        let launcher = ["/bin/sh", "-c", script, try Self.executable().path]
        try self.init(arguments: arguments, input: input, launcher: launcher, output: output)
    }

    /// All that it prints from here on, and how it ended.
    func finish() -> (code: Int32, lines: [String]) {
        var lines: [String] = []
        while let line = nextLine() { lines.append(line) }
        return (waitUntilExit(), lines)
    }
}
