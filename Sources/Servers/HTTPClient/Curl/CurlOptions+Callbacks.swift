import CCurl

extension CurlOptions {
    /// Has libcurl call the transfer, which must outlive its handle.
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
    /// The transfer that libcurl was given as the context of its callbacks.
    fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The transfer that a handle belongs to.
    static func of(_ handle: UnsafeMutableRawPointer?) -> CurlTransfer? {
        var context: UnsafeMutableRawPointer?
        ccurl_get_pointer(handle, CURLINFO_PRIVATE, &context)
        return at(context)
    }
}
