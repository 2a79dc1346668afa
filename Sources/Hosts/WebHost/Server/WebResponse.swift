import CMicroHTTPD
import CSystem
import ChatTypes
import Foundation
import HostKit

/// An answer to a request, with the headers that every answer has.
struct WebResponse {
    enum Body {
        case bytes([UInt8])
        /// An open file, which the library closes.
        case descriptor(Int32, count: UInt64)
    }

    var status: UInt32
    var body = Body.bytes([])
    var headers: [(name: String, value: String)] = []

    /// A refusal: not a word beside the status.
    static func refusal(_ status: UInt32) -> Self { Self(status: status) }

    /// Only the page's own scripts, styles and pictures; no text ever becomes HTML or a script.
    static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ].joined(separator: "; ")

    static let common = [
        (name: "X-Content-Type-Options", value: "nosniff"), (name: "Referrer-Policy", value: "no-referrer"),
        (name: "Cache-Control", value: "no-store"), (name: "Cross-Origin-Opener-Policy", value: "same-origin"),
        (name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    ]

    /// All headers, the answer's own before the common ones.
    var allHeaders: [(name: String, value: String)] {
        let hasPolicy = headers.contains { $0.name == "Content-Security-Policy" }
        return headers + (hasPolicy ? [] : [(name: "Content-Security-Policy", value: Self.policy)]) + Self.common
    }

    /// Queues the answer. Returns `.NO`, which ends the connection, if the library has no memory left.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        let response =
            switch body {
            case .bytes(let bytes): bytes.withUnsafeBytes { cmhd_copy($0.baseAddress, $0.count) }
            case .descriptor(let descriptor, let count): MHD_create_response_from_fd64(count, descriptor)
            }
        guard let response else { return .NO }
        return Self.queue(response, status, allHeaders, on: connection)
    }

    static func queue(
        _ response: OpaquePointer,
        _ status: UInt32,
        _ headers: [(name: String, value: String)],
        on connection: OpaquePointer
    ) -> MHD_Result {
        // The library counts references.
        defer { MHD_destroy_response(response) }
        for (name, value) in headers { MHD_add_response_header(response, name, value) }
        return MHD_queue_response(connection, status, response)
    }
}

extension WebResponse {
    /// A file of the page.
    init(_ page: PageFiles.File) {
        self.init(status: 200, body: .bytes(page.bytes), headers: [("Content-Type", page.mediaType)])
    }

    /// A file of another person: a picture of a known kind is shown, everything else can only be saved. Nil if it cannot be opened.
    init?(_ file: ServedFiles.File) {
        let sandbox = (name: "Content-Security-Policy", value: "default-src 'none'; sandbox; frame-ancestors 'none'")
        switch file {
        case .memory(let bytes, let picture):
            self.init(status: 200, body: .bytes(bytes), headers: [sandbox, ("Content-Type", picture.mediaType)])
        case .disk(let path, let name, let picture):
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { return nil }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else {
                close(descriptor)
                return nil
            }
            let place = picture == nil ? "attachment" : "inline"
            self.init(
                status: 200,
                body: .descriptor(descriptor, count: UInt64(status.st_size)),
                headers: [
                    sandbox, ("Content-Type", picture?.mediaType ?? "application/octet-stream"),
                    ("Content-Disposition", "\(place); filename*=UTF-8''\(Self.encoded(name))"),
                ]
            )
        }
    }

    private static func encoded(_ name: String) -> String {
        let letters = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_")
        return name.addingPercentEncoding(withAllowedCharacters: letters) ?? "file"
    }
}
