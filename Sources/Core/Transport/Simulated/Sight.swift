/// How far we see into a group, in the account's sequence: nothing of what happens while we are not in it, and all of it once we
/// are back.
struct Sight {
    /// From when we left until we came back.
    private var absences: [Range<Int>] = []
    /// When we left; nil while we are in it.
    private(set) var leftAt: Int?

    mutating func leave(at sequence: Int) {
        leftAt = leftAt ?? sequence
    }

    mutating func comeBack(at sequence: Int) {
        if let leftAt { absences.append(leftAt..<sequence) }
        leftAt = nil
    }

    /// After what one has to be told who was told all that was ours to know up to `sequence`.
    func start(after sequence: Int) -> Int {
        let index = absences.partitioningIndex { sequence < $0.upperBound }
        return index < absences.count ? min(sequence, absences[index].lowerBound) : sequence
    }
}
