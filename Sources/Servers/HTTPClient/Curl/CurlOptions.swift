import CCurl

/// Sets the options of one transfer in libcurl.
struct CurlOptions {
    let handle: UnsafeMutableRawPointer
    /// The header fields, which must live as long as the transfer.
    private(set) var lines: UnsafeMutablePointer<curl_slist>?
    /// False if memory was lacking: a missing option might be one that protects.
    private(set) var areSet = true

    init(_ handle: UnsafeMutableRawPointer) { self.handle = handle }

    mutating func set(_ request: HTTPRequest, bodyCount: Int64?, authorities: String?) {
        text(CURLOPT_URL, request.url)
        // Leaves dots in paths as they are; newer versions of libcurl would resolve even escaped ones.
        number(CURLOPT_PATH_AS_IS, 1)
        text(CURLOPT_PROTOCOLS_STR, "http,https")
        number(CURLOPT_FOLLOWLOCATION, 0)
        number(CURLOPT_SSL_VERIFYPEER, 1)
        number(CURLOPT_SSL_VERIFYHOST, 2)
        number(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        // Plain text stays on this machine, whatever proxy the environment names.
        if HTTPAddress(request.url)?.isLoopback == true { text(CURLOPT_PROXY, "") }
        if let authorities { text(CURLOPT_CAINFO, authorities) }
        // Hides the request's header fields from proxies.
        number(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
        number(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // No signals, and no waiting for name lookups after the transfer has ended.
        number(CURLOPT_NOSIGNAL, 1)
        number(CURLOPT_QUICK_EXIT, 1)
        // HTTP/2 if libcurl supports it. No CURLOPT_PIPEWAIT, which would queue transfers in libcurl: `HostQueue` holds them back
        // until the handshake shows whether they can share the connection.
        ccurl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        number(CURLOPT_TCP_KEEPALIVE, 1)
        number(CURLOPT_CONNECTTIMEOUT_MS, request.limits.connecting.milliseconds)
        // Ends a response early if its declared length is over the limit. Zero would mean no limit.
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
        // A dead connection is noticed by the body that cannot be sent again; without a body, only a new connection is safe.
        if request.method == .post, count ?? 0 == 0 { number(CURLOPT_FRESH_CONNECT, 1) }
    }

    private mutating func setFields(_ request: HTTPRequest) {
        switch request.destination {
        case .memory: text(CURLOPT_ACCEPT_ENCODING, "")
        case .parts(let offset, _):
            // Uncompressed: only then can the transfer continue at an offset.
            text(CURLOPT_ACCEPT_ENCODING, "identity")
            if offset > 0 { line("Range: bytes=\(offset)-") }
        }
        for field in request.fields {
            // libcurl would drop a field without a value.
            line(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        // Sends the body without waiting for `100 Continue`.
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
    /// At least one, since zero means libcurl's default.
    fileprivate var milliseconds: Int { Int(min(max(self / .milliseconds(1), 1), Double(Int32.max))) }
}

extension CurlOptions {
    /// Sets the transfer, which must outlive its handle, as the target of libcurl's callbacks.
    mutating func setCallbacks(to transfer: CurlTransfer) {
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        for option in [
            CURLOPT_PRIVATE, CURLOPT_PREREQDATA, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA,
            CURLOPT_SEEKDATA,
        ] {
            isFine(ccurl_set_pointer(handle, option, context))
        }
        isFine(
            ccurl_set_prerequest(handle, CURLOPT_PREREQFUNCTION) { context, _, _, _, _ in
                CurlTransfer.at(context)?.willSend()
                return Int32(CURL_PREREQFUNC_OK)
            }
        )
        isFine(
            ccurl_set_mover(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return CurlTransfer.at(context)?.receiveHeader(line) == true ? line.count : Int(CURL_WRITEFUNC_ERROR)
            }
        )
        isFine(
            ccurl_set_mover(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return CurlTransfer.at(context)?.receiveBody(part) ?? Int(CURL_WRITEFUNC_ERROR)
            }
        )
        isFine(
            ccurl_set_mover(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
                let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
                return CurlTransfer.at(context)?.giveBody(buffer) ?? Int(CURL_READFUNC_ABORT)
            }
        )
        isFine(
            ccurl_set_seeker(handle, CURLOPT_SEEKFUNCTION) { context, _, _ in
                CurlTransfer.at(context)?.rewindBody() == true ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
            }
        )
    }
}

extension CurlTransfer {
    /// Returns the transfer in the context of a callback.
    fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns the transfer of a handle.
    static func of(_ handle: UnsafeMutableRawPointer?) -> CurlTransfer? {
        var context: UnsafeMutableRawPointer?
        ccurl_get_pointer(handle, CURLINFO_PRIVATE, &context)
        return at(context)
    }
}
