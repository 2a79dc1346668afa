import CCurl

/// Tells libcurl how to make one transfer.
struct CurlOptions {
    let handle: UnsafeMutableRawPointer
    /// The header fields, which live as long as the transfer.
    private(set) var lines: UnsafeMutablePointer<curl_slist>?
    /// False where memory was lacking: an option that is missing could be one that protects.
    private(set) var areSet = true

    init(_ handle: UnsafeMutableRawPointer) { self.handle = handle }

    mutating func set(_ request: HTTPRequest, isSecure: Bool, bodyCount: Int64?, authorities: String?) {
        text(CURLOPT_URL, request.url)
        // Where dots lead is the request's own to say; newer versions of libcurl have escaped ones lead upwards, too.
        number(CURLOPT_PATH_AS_IS, 1)
        text(CURLOPT_PROTOCOLS_STR, "http,https")
        number(CURLOPT_FOLLOWLOCATION, 0)
        number(CURLOPT_SSL_VERIFYPEER, 1)
        number(CURLOPT_SSL_VERIFYHOST, 2)
        number(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let authorities { text(CURLOPT_CAINFO, authorities) }
        // A proxy is told where to lead to, not who asks.
        number(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        number(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // No signals, and no waiting for a name that is still being looked up when the transfer ends.
        number(CURLOPT_NOSIGNAL, 1)
        number(CURLOPT_QUICK_EXIT, 1)
        // HTTP/2 where libcurl has it. A second request waits to see whether it can share the first one's connection, but only
        // under TLS, where the handshake tells: elsewhere it would wait for the first one's answer, and that may be a long poll.
        ccurl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        number(CURLOPT_PIPEWAIT, isSecure ? 1 : 0)
        number(CURLOPT_TCP_KEEPALIVE, 1)
        number(CURLOPT_CONNECTTIMEOUT_MS, request.limits.connecting.milliseconds)
        // Ends early what says beforehand that it is too large; zero would mean any size.
        ccurl_set_offset(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(max(1, request.limits.bodyBytes)))
        text(CURLOPT_USERAGENT, "viper-chat")
        setBody(request, count: bodyCount)
        setFields(request)
    }

    private mutating func setBody(_ request: HTTPRequest, count: Int64?) {
        text(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        if count != nil || request.method == .put || request.method == .post {
            number(CURLOPT_UPLOAD, 1)
            isFine(ccurl_set_offset(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(count ?? 0)))
        }
        // A dead connection is noticed by the body that cannot be sent again; without one, none may be dead.
        if request.method == .post, count ?? 0 == 0 { number(CURLOPT_FRESH_CONNECT, 1) }
    }

    private mutating func setFields(_ request: HTTPRequest) {
        switch request.destination {
        case .memory: text(CURLOPT_ACCEPT_ENCODING, "")
        case .parts(let offset, _):
            // As it is: only then can it be gone on with at an offset.
            text(CURLOPT_ACCEPT_ENCODING, "identity")
            if offset > 0 { line("Range: bytes=\(offset)-") }
        }
        for field in request.fields {
            // Without a value, libcurl would leave the field out.
            line(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        // Nothing waits for a server to say that it would like the body.
        line("Expect:")
        isFine(ccurl_set_list(handle, CURLOPT_HTTPHEADER, lines))
    }

    private mutating func number(_ option: CURLoption, _ value: Int) { isFine(ccurl_set_long(handle, option, value)) }

    private mutating func text(_ option: CURLoption, _ value: String) { isFine(ccurl_set_text(handle, option, value)) }

    private mutating func line(_ line: String) {
        guard let longer = curl_slist_append(lines, line) else {
            areSet = false
            return
        }
        lines = longer
    }

    mutating func isFine(_ code: CURLcode) { areSet = areSet && code == CURLE_OK }
}

extension Duration {
    /// At least one, since zero means libcurl's own choice.
    fileprivate var milliseconds: Int { Int(min(max(self / .milliseconds(1), 1), Double(Int32.max))) }
}
