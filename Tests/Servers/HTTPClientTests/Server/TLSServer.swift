import Foundation
import ProcessKit

/// A TLS server: the system's `openssl` with a new certificate. Serves two connections and ends when this is released.
final class TLSServer {
    static let isAvailable = program != nil
    private static let program = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The certificate, which is its own authority.
    let certificate: String
    let port: String
    private let folder: URL
    private let server = Process()

    /// - Parameter name: the certificate's subject as openssl writes it, such as `IP:127.0.0.1`.
    init(name: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let key = folder.appending(path: "key.pem").path
        certificate = folder.appending(path: "certificate.pem").path
        let maker = Process()
        try Self.run(
            maker,
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
                + ["-subj", "/CN=test", "-addext", "subjectAltName=\(name)", "-keyout", key, "-out", certificate]
        )
        maker.waitUntilExit()
        let output = Pipe.uninherited()
        try Self.run(
            server,
            ["s_server", "-accept", "127.0.0.1:0", "-naccept", "2", "-www", "-key", key, "-cert", certificate],
            output: output
        )
        // openssl prints `ACCEPT 127.0.0.1:12345` once it listens.
        var said = ""
        while !said.contains("ACCEPT") || said.last != "\n" {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw CocoaError(.executableLoad) }
            said += String(decoding: more, as: UTF8.self)
        }
        port = String(said.split(whereSeparator: \.isWhitespace).last?.split(separator: ":").last ?? "")
    }

    private static func run(_ process: Process, _ arguments: [String], output: Pipe? = nil) throws {
        process.executableURL = program.map { URL(filePath: $0) }
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.start()
    }

    deinit {
        if server.isRunning { server.kill() }
        try? FileManager.default.removeItem(at: folder)
    }
}
