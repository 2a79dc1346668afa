import RuntimeKit

extension PlantedBug {
    /// The bytes of a file are not synchronized to the disk.
    public static let unsyncedFiles = PlantedBug(
        "unsyncedFiles",
        breaks: [.files],
        firstSeed: 8,
        changes: .folder { HastyFolder(inner: $0) }
    )
}

/// A folder that does not synchronize.
private struct HastyFolder: ForwardingFolder {
    let inner: any FileFolder

    func synchronize(_ name: String) {}
}
