import CCurl
import Foundation

/// Runs all transfers on one thread; no other thread touches them.
final class CurlLoop {
    private static let connectionsPerHost = 8
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let commands: CurlCommands
    private let authorities: String?
    private let multi: UnsafeMutableRawPointer
    private var running: [UInt64: CurlTransfer] = [:]
    /// The earliest time at which a transfer can exceed a limit; nil while nothing runs.
    private var nextDeadline: ContinuousClock.Instant?

    /// Starts a thread that executes commands until they are closed.
    static func start(obeying commands: CurlCommands, authorities: String?) {
        let thread = Thread {
            // SIGPIPE must not end the process when a peer hangs up. libcurl's resolver threads inherit this mask.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            guard let loop = CurlLoop(commands, authorities: authorities) else { return commands.refuseAll() }
            loop.run()
        }
        thread.name = "http"
        thread.start()
    }

    /// Nil if the system has no resources left: a loop that cannot be woken would never see a command.
    private init?(_ commands: CurlCommands, authorities: String?) {
        guard Self.isLibraryReady, let multi = curl_multi_init() else { return nil }
        guard curl_multi_wakeup(multi) == CURLM_OK else {
            curl_multi_cleanup(multi)
            return nil
        }
        (self.commands, self.authorities, self.multi) = (commands, authorities, multi)
        ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, Self.connectionsPerHost)
    }

    private func run() {
        commands.wake(by: CurlWaker(multi))
        while obey() {
            var count: Int32 = 0
            curl_multi_perform(multi, &count)
            endFinished()
            curl_multi_poll(multi, nil, 0, endOverdue(), nil)
        }
        commands.wake(by: nil)
        curl_multi_cleanup(multi)
    }

    /// Executes the waiting commands; returns false once there is nothing left to do.
    private func obey() -> Bool {
        let (commands, isClosed) = commands.takeAll()
        for command in commands {
            switch command {
            case .begin(let order): begin(order)
            case .cancel(let id):
                if let transfer = running[id] { end(transfer, .failure(CancellationError())) }
            case .resume(let id):
                if let transfer = running[id] { resume(transfer) }
            }
        }
        return !isClosed || !running.isEmpty
    }

    private func begin(_ order: CurlJob) {
        do throws(HTTPError) {
            let transfer = try CurlTransfer(order, authorities: authorities)
            running[order.id] = transfer
            curl_multi_add_handle(multi, transfer.handle)
            heedDeadline(of: transfer)
        } catch {
            order.caller.resume(throwing: error)
        }
    }

    private func resume(_ transfer: CurlTransfer) {
        // Delivers paused data within this call, which may end the transfer.
        let result = transfer.resume()
        guard result == CURLE_OK else { return end(transfer, transfer.outcome(result).mapError { $0 }) }
        heedDeadline(of: transfer)
    }

    private func heedDeadline(of transfer: CurlTransfer) {
        let deadline = transfer.time.nextDeadline(after: .now)
        nextDeadline = min(nextDeadline ?? deadline, deadline)
    }

    private func endFinished() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            let (handle, result) = (message.pointee.easy_handle, ccurl_result(message))
            guard message.pointee.msg == CURLMSG_DONE, let transfer = CurlTransfer.of(handle) else { continue }
            end(transfer, transfer.outcome(result).mapError { $0 })
        }
    }

    /// Ends transfers over a time limit; returns the milliseconds until the next deadline.
    private func endOverdue() -> Int32 {
        guard let deadline = nextDeadline else { return .max }
        let now = ContinuousClock.now
        if now >= deadline {
            for transfer in running.values.sorted(by: { $0.order.id < $1.order.id }) {
                if let limit = transfer.time.passedLimit(at: now) { end(transfer, .failure(transfer.failure(limit))) }
            }
            nextDeadline = running.values.map { $0.time.nextDeadline(after: now) }.min()
        }
        guard let nextDeadline else { return .max }
        // Rounded up: a wait that ends too early would be repeated with zero.
        return Int32(clamping: Int((nextDeadline - now) / .milliseconds(1)) + 1)
    }

    private func end(_ transfer: CurlTransfer, _ outcome: Result<CurlResponse, any Error>) {
        running[transfer.order.id] = nil
        curl_multi_remove_handle(multi, transfer.handle)
        transfer.close()
        transfer.order.caller.resume(with: outcome)
    }
}
