package import CSystem
package import Foundation
import ProcessKit

/// Runs the program as a user other than root, whose access can be restricted.
package enum OtherUser {
    /// A user that owns nothing. A user without an entry in the system's database has no home either.
    package static let nobody: uid_t = 65_534
    package static let stranger: uid_t = 4_000_123

    /// Returns a command that starts the program as `user`, who then owns `folder`. Returns an empty command if the
    /// tests do not run as root, and nil if this is impossible.
    package static func launcher(_ user: uid_t = nobody, owning folder: URL) throws -> [String]? {
        guard getuid() == 0 else { return user == nobody ? [] : nil }
        let setpriv = "/usr/bin/setpriv"
        guard FileManager.default.isExecutableFile(atPath: setpriv) else { return nil }
        // The program has to be in a folder that every user can read.
        let program = folder.appending(path: "viperchat").path
        if !FileManager.default.fileExists(atPath: program) {
            // Another process copies the program. A file that this process has open for writing is also open in other
            // children for a moment, and cannot be started then.
            let copying = Process()
            copying.executableURL = URL(filePath: "/bin/cp")
            copying.arguments = [try ChildProcess.executable().path, program]
            try copying.start()
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
