import CCurl

/// A running request. Only the loop's thread uses it, and libcurl calls back on that thread.
final class CurlTransfer {
    let job: CurlJob
    /// libcurl's handle, which contains a pointer to this; `close()` frees it.
    let handle: UnsafeMutableRawPointer
    private var lines: UnsafeMutablePointer<curl_slist>?
    private var source: BodySource?
    private var sink: BodySink
    private var headers: ResponseHeaders
    /// The reason for which a callback aborted the transfer; libcurl does not know it.
    private var problem: HTTPError.Reason?
    private(set) var time: TransferTime

    /// Prepares the transfer. Throws if memory is lacking.
    init(_ job: CurlJob, authorities: String?) throws(HTTPError) {
        let request = job.request
        self.job = job
        time = TransferTime(request.limits, began: job.began)
        sink = BodySink(request.destination, job.pipe, limit: request.limits.bodyBytes)
        headers = ResponseHeaders(wanted: request.responseFields, limit: request.limits.headerBytes)
        source = request.body.map { BodySource($0, job.pipe) }
        guard let handle = curl_easy_init() else {
            throw job.failure(.clientFailed)
        }
        self.handle = handle
        var options = CurlOptions(handle)
        options.set(request, bodyCount: source?.count, authorities: authorities)
        options.setCallbacks(to: self)
        lines = options.lines
        guard options.areSet else {
            close()
            throw failure(.clientFailed)
        }
    }

    func close() {
        curl_easy_cleanup(handle)
        curl_slist_free_all(lines)
        lines = nil
    }

    // MARK: Callbacks

    func willSend() { time.move(at: .now) }

    /// Receives a line of the header; returns false to abort the transfer.
    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        moving { () throws(HTTPError.Reason) in
            if try headers.append(line) { try sink.begin(headers) }
        }
    }

    /// Receives a part of the body; returns its length, libcurl's code for a pause, or nil to abort the transfer.
    func receiveBody(_ part: UnsafeRawBufferPointer) -> Int? {
        var isTaken = false
        guard moving({ () throws(HTTPError.Reason) in isTaken = try sink.receive(part) }) else { return nil }
        if !isTaken { time.hold() }
        return isTaken ? part.count : Int(CURL_WRITEFUNC_PAUSE)
    }

    /// Fills the buffer; returns the number of bytes, zero at the end, or libcurl's code for a pause.
    func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        time.move(at: .now)
        guard source != nil else { return 0 }
        if let count = source?.read(into: buffer) { return count }
        time.hold()
        return Int(CURL_READFUNC_PAUSE)
    }

    /// Continues after a pause.
    func resume() -> CURLcode {
        time.move(at: .now)
        return curl_easy_pause(handle, CURLPAUSE_CONT)
    }

    /// Returns whether libcurl may send the request again after a dead connection, which the server may have read from. Only
    /// idempotent requests are repeated, so no POST.
    func rewindBody() -> Bool {
        source?.rewind() == true && job.request.method != .post
    }

    private func moving(_ move: () throws(HTTPError.Reason) -> Void) -> Bool {
        time.move(at: .now)
        do {
            try move()
            return true
        } catch {
            problem = error
            return false
        }
    }

    // MARK: Outcome

    func outcome(_ result: CURLcode) -> Result<CurlResponse, HTTPError> {
        if let problem { return .failure(failure(problem)) }
        guard result == CURLE_OK else { return .failure(failure(HTTPError.Reason(result, of: handle))) }
        guard headers.isComplete else { return .failure(failure(.connectionLost)) }
        guard sink.isWhole else { return .failure(failure(.connectionLost)) }
        let response = HTTPResponse(
            status: headers.status,
            mediaType: headers.mediaType,
            fields: headers.fields,
            body: sink.bytes
        )
        var redirection: UnsafePointer<CChar>?
        ccurl_get_text(handle, CURLINFO_REDIRECT_URL, &redirection)
        let url = redirection.map { String(cString: $0) }
        return .success(CurlResponse(response: response, redirection: url, took: time.taken(until: .now)))
    }

    func failure(_ reason: HTTPError.Reason) -> HTTPError {
        HTTPError(reason, host: job.address.host, mayHaveReachedServer: time.isSending)
    }
}

extension HTTPError.Reason {
    /// The cause of a libcurl error. Drops libcurl's own message, which may contain a proxy's password.
    init(_ result: CURLcode, of handle: UnsafeMutableRawPointer) {
        var proxyStatus = 0
        ccurl_get_long(handle, CURLINFO_HTTP_CONNECTCODE, &proxyStatus)
        self =
            switch result {
            case _ where proxyStatus >= 300: .proxyFailed
            case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxyFailed
            case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
            case CURLE_COULDNT_CONNECT: .cannotConnect
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: .certificateNotTrusted
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM,
                CURLE_USE_SSL_FAILED:
                .tlsFailed
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            // libcurl reports a header line over its own limit as out of memory.
            case CURLE_FILESIZE_EXCEEDED, CURLE_OUT_OF_MEMORY: .tooLarge
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
                .unusableAnswer
            case CURLE_FAILED_INIT: .clientFailed
            default: .connectionLost
            }
    }
}
