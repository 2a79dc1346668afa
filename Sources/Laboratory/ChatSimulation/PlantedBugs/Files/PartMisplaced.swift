import RuntimeKit

extension PlantedBug {
    /// A part of a file is written to the wrong offset.
    public static let partMisplaced = PlantedBug(
        "partMisplaced",
        breaks: [.files],
        firstSeed: 2,
        changes: .folder { MisplacingFolder(inner: $0) }
    )
}

/// A folder that writes every part except the first one byte too early.
private struct MisplacingFolder: ForwardingFolder {
    let inner: any FileFolder

    func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws {
        try inner.write(bytes, to: name, at: max(0, offset - 1))
    }
}
