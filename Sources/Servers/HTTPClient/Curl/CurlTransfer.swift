import CCurl

/// One request on its way. Only the loop's thread has it, and libcurl calls back on that thread alone.
final class CurlTransfer {
    let order: CurlOrder
    /// libcurl's, which holds a pointer to this; `close()` frees it.
    let handle: UnsafeMutableRawPointer
    private var lines: UnsafeMutablePointer<curl_slist>?
    private var source: BodySource?
    private var sink: BodySink
    private var headers: AnswerHeaders
    /// What one of our callbacks gave up for; libcurl knows only that it did.
    private var problem: HTTPFailure.Reason?
    private(set) var time: TransferTime

    /// Makes all ready; throws where it cannot be.
    init(_ order: CurlOrder, authorities: String?) throws(HTTPFailure) {
        let request = order.request
        self.order = order
        time = TransferTime(request.limits, began: .now)
        sink = BodySink(request.destination, order.pipe, limit: request.limits.bodyBytes)
        headers = AnswerHeaders(wanted: request.answerFields, limit: request.limits.headerBytes)
        source = request.body.map { BodySource($0, order.pipe) }
        guard let handle = curl_easy_init() else {
            throw HTTPFailure(.clientFailed, host: order.address.host, mayHaveReachedServer: false)
        }
        self.handle = handle
        var options = CurlOptions(handle)
        let isSecure = order.address.scheme == "https"
        options.set(request, isSecure: isSecure, bodyCount: source?.count, authorities: authorities)
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

    // MARK: What libcurl calls

    func willSend() { time.move(at: .now) }

    /// False to have the transfer given up.
    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        moving { () throws(HTTPFailure.Reason) in
            if try headers.append(line) { try sink.begin(headers) }
        }
    }

    /// All of it, or libcurl's word for keeping it until later; nil to have the transfer given up.
    func receiveBody(_ part: UnsafeRawBufferPointer) -> Int? {
        var isTaken = false
        guard moving({ () throws(HTTPFailure.Reason) in isTaken = try sink.receive(part) }) else { return nil }
        if !isTaken { time.hold() }
        return isTaken ? part.count : Int(CURL_WRITEFUNC_PAUSE)
    }

    /// How many bytes there are, none at the end, or libcurl's word for asking later.
    func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        time.move(at: .now)
        guard source != nil else { return 0 }
        if let count = source?.read(into: buffer) { return count }
        time.hold()
        return Int(CURL_READFUNC_PAUSE)
    }

    /// Goes on with what was held.
    func resume() -> CURLcode {
        time.move(at: .now)
        return curl_easy_pause(handle, CURLPAUSE_CONT)
    }

    /// libcurl is about to send the request again, since the connection was dead: for all it knows, after the server had read
    /// it. What is no harm when it is done twice may go; a POST may not.
    func rewindBody() -> Bool {
        source?.rewind() == true && order.request.method != .post
    }

    private func moving(_ move: () throws(HTTPFailure.Reason) -> Void) -> Bool {
        time.move(at: .now)
        do {
            try move()
            return true
        } catch {
            problem = error
            return false
        }
    }

    // MARK: The end

    func outcome(_ result: CURLcode) -> Result<CurlAnswer, HTTPFailure> {
        if let problem { return .failure(failure(problem)) }
        guard result == CURLE_OK else { return .failure(failure(HTTPFailure.Reason(result, of: handle))) }
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
        return .success(CurlAnswer(response: response, redirection: url, took: time.taken(until: .now)))
    }

    func failure(_ reason: HTTPFailure.Reason) -> HTTPFailure {
        HTTPFailure(reason, host: order.address.host, mayHaveReachedServer: time.isSending)
    }
}
