import Transport

extension PlantedFault {
    /// A part of a file is written in the wrong place.
    public static let partMisplaced = PlantedFault(
        "partMisplaced",
        breaks: [.files],
        firstSeed: 5,
        changes: .folder { MisplacingFolder(inner: $0) }
    )
}

/// Puts every part but the first a little too early.
private struct MisplacingFolder: ForwardingFolder {
    let inner: any FileFolder

    func write(_ bytes: [UInt8], to name: String, at offset: Int64) throws {
        try inner.write(bytes, to: name, at: max(0, offset - 1))
    }
}
