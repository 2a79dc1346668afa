import CMicroHTTPD
import CSystem
import HostKit
import RuntimeKit
import Synchronization

/// Called on the library's thread.
extension WebServer {
    func isAllowed(_ address: UnsafePointer<sockaddr>) -> Bool {
        let port = state.withLock { $0.rules.port }
        return PeerUser.isAllowed(address, connectedTo: port)
    }

    /// Notes that a connection has begun or ended, or that a request on it is over and it now has to bring another one.
    func note(_ connection: OpaquePointer, isOpen: Bool) {
        let key = OpaquePointerKey(pointer: connection)
        let socket = cmhd_socket(connection)
        state.withLock { state in
            state.pending[key] = isOpen ? (socket, .now) : nil
            // Connections that only wait make room, so that they never lock the page out.
            guard isOpen, state.pending.count > Self.pendingLimit,
                let oldest = state.pending.min(by: { $0.value.since < $1.value.since })
            else { return }
            shutdown(oldest.value.socket, Int32(SHUT_RDWR))
            state.pending[oldest.key] = nil
        }
    }

    /// Notes that the page may take its time with a connection.
    private func release(_ connection: OpaquePointer) {
        state.withLock { $0.pending[OpaquePointerKey(pointer: connection)] = nil }
    }

    /// Returns the request if its body is to be read; otherwise it was answered.
    func begin(_ head: RequestHead, on connection: OpaquePointer) -> (WebRequest?, MHD_Result) {
        let verdict = rules.verdict(on: head)
        // An answer before the body ends the connection, and with it whatever hides behind a refused request.
        if case .refuse(let status) = verdict { return (nil, WebResponse.refusal(status).queue(on: connection)) }
        guard let request = WebRequest(verdict, head, spool: spool) else {
            return (nil, WebResponse.refusal(507).queue(on: connection))
        }
        if verdict == .upload { release(connection) }
        return (request, .YES)
    }

    /// Answers a request that came whole.
    func finish(_ request: WebRequest, on connection: OpaquePointer) -> MHD_Result {
        switch request.verdict {
        case .refuse(let status): return WebResponse.refusal(status).queue(on: connection)
        case .page(let path):
            return (PageFiles.all[path].map(WebResponse.init) ?? .refusal(403)).queue(on: connection)
        case .enter: return entry(request.body).queue(on: connection)
        case .states:
            release(connection)
            return open(for: request.head.value(of: "x-page") ?? "", on: connection)
        case .actions:
            receive(.posted(request.body))
            return WebResponse(status: 204).queue(on: connection)
        case .upload:
            guard let file = request.upload?.finish() else { return WebResponse.refusal(507).queue(on: connection) }
            receive(.uploaded(file))
            return WebResponse(status: 204).queue(on: connection)
        case .file(let number):
            release(connection)
            return (files[number].flatMap { WebResponse($0) } ?? .refusal(404)).queue(on: connection)
        }
    }

    private func entry(_ token: [UInt8]) -> WebResponse {
        guard let secrets = enter(token) else { return .refusal(403) }
        let cookie = "\(rules.cookie)=\(secrets.cookie); HttpOnly; SameSite=Strict; Path=/"
        return WebResponse(
            status: 200,
            body: .bytes(Array("\(secrets.pageKey) \(secrets.word)".utf8)),
            headers: [("Content-Type", "text/plain"), ("Set-Cookie", cookie)]
        )
    }

    private func open(for page: String, on connection: OpaquePointer) -> MHD_Result {
        let number = state.withLock { state in
            state.streamCount += 1
            return state.isStopped ? nil : state.streamCount
        }
        guard let number else { return .NO }
        let word = rules.secrets.word
        let connected = ServedConnection(pointer: connection)
        let stream = StateStream(number: number, page: page, connection: connected) { [weak self] in
            self?.forget(number)
        }
        let response = cmhd_stream(
            { context, _, buffer, count in
                guard let context, let buffer else { return Int(MHD_CONTENT_READER_END_WITH_ERROR) }
                return Unmanaged<StateStream>.fromOpaque(context).takeUnretainedValue()
                    .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
            },
            Unmanaged.passRetained(stream).toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<StateStream>.fromOpaque(context).takeRetainedValue().release()
            }
        )
        guard let response else { return .NO }
        state.withLock { state in
            state.streams[number] = stream
            // A stop that came meanwhile has not seen it.
            if state.isStopped { stream.end() }
        }
        // Before anything else: whoever listens here once this run is over does not know it.
        stream.write(Array(#"{"word":"\#(word)"}"#.utf8))
        receive(.opened(stream))
        let headers = WebResponse(status: 200, headers: [("Content-Type", "application/jsonl")]).allHeaders
        return WebResponse.queue(response, 200, headers, on: connection)
    }

    private func forget(_ number: Int) {
        _ = state.withLock { $0.streams.removeValue(forKey: number) }
        receive(.closed(number))
    }
}
