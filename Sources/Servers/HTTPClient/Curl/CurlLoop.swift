import CCurl
import Foundation

/// Runs all transfers on one thread; no other thread touches them.
final class CurlLoop {
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let commands: CurlCommands
    private let authorities: String?
    private let multi: UnsafeMutableRawPointer
    private var running: [UInt64: CurlTransfer] = [:]
    private var waiting: [UInt64: CurlJob] = [:]
    /// The order of the waiting and running requests to each host.
    private var queues: [HTTPAddress: HostQueue] = [:]
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
    }

    private func run() {
        commands.wake(by: CurlWaker(multi))
        while obey() {
            var count: Int32 = 0
            curl_multi_perform(multi, &count)
            endFinished()
            endOverdue()
            startWaiting()
            curl_multi_poll(multi, nil, 0, millisecondsToDeadline(), nil)
        }
        commands.wake(by: nil)
        curl_multi_cleanup(multi)
    }

    /// Executes the commands so far; returns false once there is nothing left to do.
    private func obey() -> Bool {
        let (commands, isClosed) = commands.takeAll()
        for command in commands {
            switch command {
            case .begin(let job): enqueue(job)
            case .cancel(let id):
                if let transfer = running[id] {
                    end(transfer, .failure(CancellationError()))
                } else if let job = waiting.removeValue(forKey: id) {
                    queues[job.address]?.remove(id)
                    job.caller.resume(throwing: CancellationError())
                }
            case .resume(let id):
                if let transfer = running[id] { resume(transfer) }
            }
        }
        startWaiting()
        return !isClosed || !running.isEmpty
    }

    private func enqueue(_ job: CurlJob) {
        waiting[job.id] = job
        let request = HostQueue.Waiting(id: job.id, isLong: job.request.isLong, deadline: job.deadline)
        queues[job.address, default: HostQueue(isSecure: job.address.scheme == "https")].append(request)
        heed(job.deadline)
    }

    /// Starts the waiting requests for which their host has a place.
    private func startWaiting() {
        for address in queues.keys {
            if let id = queues[address]?.connecting, running[id]?.time.isSending == true { queues[address]?.open() }
            while let id = queues[address]?.next() {
                if let job = waiting.removeValue(forKey: id) { start(job) }
            }
            if queues[address]?.isEmpty == true { queues[address] = nil }
        }
    }

    private func start(_ job: CurlJob) {
        do throws(HTTPError) {
            let transfer = try CurlTransfer(job, authorities: authorities)
            running[job.id] = transfer
            curl_multi_add_handle(multi, transfer.handle)
            heed(transfer.time.nextDeadline(after: .now))
        } catch {
            queues[job.address]?.remove(job.id)
            job.caller.resume(throwing: error)
        }
    }

    private func resume(_ transfer: CurlTransfer) {
        // Delivers paused data within this call, which may end the transfer.
        let result = transfer.resume()
        guard result == CURLE_OK else { return end(transfer, transfer.outcome(result).mapError { $0 }) }
        heed(transfer.time.nextDeadline(after: .now))
    }

    private func heed(_ deadline: ContinuousClock.Instant) {
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

    /// Ends the requests over a time limit.
    private func endOverdue() {
        let now = ContinuousClock.now
        guard let deadline = nextDeadline, now >= deadline else { return }
        // Waiting requests first: none of them may take the place of one that ends with it.
        for address in queues.keys {
            for id in queues[address]?.removeOverdue(at: now) ?? [] {
                guard let job = waiting.removeValue(forKey: id) else { continue }
                job.caller.resume(throwing: job.failure(.timedOut))
            }
        }
        for transfer in running.values.sorted(by: { $0.job.id < $1.job.id }) {
            if let limit = transfer.time.passedLimit(at: now) { end(transfer, .failure(transfer.failure(limit))) }
        }
        nextDeadline =
            (running.values.map { $0.time.nextDeadline(after: now) } + queues.values.compactMap(\.nextDeadline)).min()
    }

    /// Returns the milliseconds until the next deadline, rounded up: a wait that ends too early would be repeated with zero.
    private func millisecondsToDeadline() -> Int32 {
        guard let nextDeadline else { return .max }
        return Int32(clamping: Int((nextDeadline - .now) / .milliseconds(1)) + 1)
    }

    private func end(_ transfer: CurlTransfer, _ outcome: Result<CurlResponse, any Error>) {
        let job = transfer.job
        running[job.id] = nil
        queues[job.address]?.remove(job.id)
        curl_multi_remove_handle(multi, transfer.handle)
        transfer.close()
        job.caller.resume(with: outcome)
    }
}
