import CCurl

extension HTTPFailure.Reason {
    /// What a transfer has failed of, in our words: libcurl's may quote a proxy's address with its password.
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
            // libcurl says that memory is out when a line of the header is longer than it takes.
            case CURLE_FILESIZE_EXCEEDED, CURLE_OUT_OF_MEMORY: .tooLarge
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
                .unusableAnswer
            case CURLE_FAILED_INIT: .clientFailed
            default: .connectionLost
            }
    }
}
