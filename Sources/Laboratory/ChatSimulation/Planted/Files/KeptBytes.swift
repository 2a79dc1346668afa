import Transport

extension PlantedFault {
    /// What came of a file that is not wanted any more stays.
    public static let keptBytes = PlantedFault(
        "keptBytes",
        breaks: [.files],
        firstSeed: 2,
        changes: .folder { KeepingFolder(inner: $0) }
    )
}

/// Removes nothing.
private struct KeepingFolder: ForwardingFolder {
    let inner: any FileFolder

    func remove(_ name: String) {}
}
