import CSystem
import Foundation

/// Runs the program as a user who is not root, to whom rights mean something.
enum OtherUser {
    /// An account that owns nothing; one without an entry in the system's list has no home either.
    static let nobody: uid_t = 65_534
    static let stranger: uid_t = 4_000_123

    /// A command that starts the program as `user`, to whom everything in `folder` is given: none is needed where the tests
    /// do not run as root, nil where it cannot be done.
    static func launcher(_ user: uid_t = nobody, owning folder: URL) throws -> [String]? {
        guard getuid() == 0 else { return user == nobody ? [] : nil }
        let setpriv = "/usr/bin/setpriv"
        guard FileManager.default.isExecutableFile(atPath: setpriv) else { return nil }
        // The program itself has to be where every user may read it.
        let program = folder.appending(path: "viperchat").path
        if !FileManager.default.fileExists(atPath: program) {
            // By a process of its own: what this one has open for writing, others that are started meanwhile have for a moment,
            // and no program is started that anyone has open for writing.
            let copying = Process()
            copying.executableURL = URL(filePath: "/bin/cp")
            copying.arguments = [try ChildProcess.executable().path, program]
            try copying.run()
            copying.waitUntilExit()
        }
        for path in [folder.path]
            + (FileManager.default.subpaths(atPath: folder.path) ?? []).map({ "\(folder.path)/\($0)" })
        {
            chown(path, user, user)
        }
        chmod(program, 0o755)
        return [setpriv, "--reuid", "\(user)", "--clear-groups", program]
    }
}
