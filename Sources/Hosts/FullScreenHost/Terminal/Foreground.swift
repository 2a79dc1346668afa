import CSystem
import Foundation
import HostKit

/// The shell's job control: whether the program may use its terminal.
struct Foreground: Sendable {
    /// The terminal.
    let descriptor: Int32
    /// Becomes readable by a signal that ends the program.
    let end: Int32

    /// Whether the program is in the foreground, or the terminal has no job control.
    private var isHeld: Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }

    /// Stops the program's job, as editors do, until the shell puts it into the foreground.
    ///
    /// In the background, drawing would overwrite the shell, and reading would take what is typed there. Blocks the calling thread.
    /// Returns at once in the foreground, and after a signal that ends the program.
    func wait() {
        while !isHeld {
            signal(SIGTTIN, SIG_DFL)
            kill(0, SIGTTIN)
            // Another thread may be stopped first. Nothing stops a job without a shell.
            if Descriptors.poll([end], forMilliseconds: 50)[0] { return }
        }
    }
}
