public import ChatTypes

/// Each part is a request of its own: it may be lost, refused, or be done and not answered.
extension SimulatedConnection {
    public func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        // Asks first: the server may have some of it, or all.
        var (part, offset): ([UInt8], Int64) = ([], 0)
        while true {
            let (bytes, start) = (part, offset)
            switch try await request({ try await server.receive(bytes, at: start, of: file) }) {
            case .whole(let id): return id
            case .reached(let reached):
                offset = reached
                part = try await read(offset, Limits.filePartBytes)
                // It has become shorter: what has come is of no use.
                if part.isEmpty { throw ServiceError.damagedFile }
            }
        }
    }

    public func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        var offset = offset
        while true {
            let start = offset
            let part = try await request { try await server.part(of: file, at: start) }
            if !part.isEmpty { try await receive(part) }
            if part.count < Limits.filePartBytes { return }
            offset += Int64(part.count)
        }
    }
}
