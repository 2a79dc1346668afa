import CSystem
import Foundation
import RuntimeKit
import TerminalHost

/// Keys and signals for a task that may not block: a `KeyReader` on a thread of its own.
///
/// The thread reads only when it is asked to, so endless input fills no memory. It ends when the last reference to this goes.
final class KeyInput: Sendable {
    /// A byte in it asks for input; its end says that none will ever be wanted again.
    private let demand: Int32
    private let inputs = CoalescingQueue<ScreenInput>()

    init(_ descriptor: Int32, signals: SignalPipe) throws(SystemError) {
        let (wanted, demand) = try Descriptors.makePipe()
        self.demand = demand
        let reader = KeyReader(descriptor, signals: signals, owner: wanted)
        let inputs = inputs
        let thread = Thread {
            var reader = reader
            // One byte for each time that something was asked for.
            while Descriptors.poll([wanted], forMilliseconds: -1)[0],
                let bytes = try? Descriptors.read(wanted, upTo: 1), !bytes.isEmpty
            {
                inputs.post(reader.next())
            }
            close(wanted)
        }
        thread.name = "keys"
        thread.start()
    }

    deinit { close(demand) }

    /// Waits for what comes next. One caller at a time; answers `.ended`, too, when the caller's task is cancelled.
    func next() async -> ScreenInput {
        var byte: UInt8 = 0
        _ = write(demand, &byte, 1)
        return await inputs.takeAll().first ?? .ended
    }
}
