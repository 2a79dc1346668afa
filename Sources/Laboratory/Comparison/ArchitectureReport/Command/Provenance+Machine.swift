import CSystem
import Foundation
import SourceChange

extension Provenance {
    /// Collects the revision from git, the version from the compiler and the platform from the system.
    init(of package: String, at date: Date) {
        let repository = GitRepository(folder: package)
        let compiler = try? ChildProcess.run(["swiftc", "--version"])
        let words = compiler.flatMap { $0.status == 0 ? String(decoding: $0.output, as: UTF8.self) : nil }
        self.init(
            revision: try? repository.commit(at: "HEAD"),
            isChanged: (try? repository.hasChanges()) ?? false,
            compiler: words?.split(whereSeparator: \.isNewline).first.map(String.init),
            build: Self.isDebug ? "debug" : "release",
            cores: ProcessInfo.processInfo.activeProcessorCount,
            system: Self.system,
            date: date.formatted(.iso8601.year().month().day())
        )
    }

    private static var isDebug: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    /// The names of the kernel and the processor architecture, as `uname -sm` prints them.
    private static var system: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        func word<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return "\(word(names.sysname)) \(word(names.machine))"
    }
}
