import RuntimeKit

extension PlantedBug {
    /// The bytes of a cancelled or deleted file stay in the folder.
    public static let keptBytes = PlantedBug(
        "keptBytes",
        breaks: [.files],
        firstSeed: 2,
        changes: .folder { KeepingFolder(inner: $0) }
    )
}

/// A folder that removes nothing.
private struct KeepingFolder: ForwardingFolder {
    let inner: any FileFolder

    func remove(_ name: String) {}
}
