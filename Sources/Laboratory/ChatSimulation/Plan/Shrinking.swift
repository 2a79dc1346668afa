public import Foundation

extension SessionPlan {
    /// Returns the smallest plan found that still violates the same invariant. Removes network faults first, then
    /// steps.
    ///
    /// Plays at most `budget` sessions. Throws if the files cannot be created.
    public func shrunk(
        keeping invariant: Invariant,
        in place: URL,
        planting bug: PlantedBug? = nil,
        budget: Int = 300
    ) throws -> SessionPlan {
        var (best, left) = (self, budget)
        func stillFails(_ plan: SessionPlan) throws -> Bool {
            guard left > 0 else { return false }
            left -= 1
            return try SessionRunner.run(plan, in: place, planting: bug).violations.first?.invariant == invariant
        }
        for fault in NetworkFault.allCases where best.network.contains(fault) {
            var candidate = best
            candidate.network.remove(fault)
            if try stillFails(candidate) { best = candidate }
        }
        // Removes long runs of steps first, single steps last.
        var length = max(1, best.steps.count / 2)
        while length >= 1, left > 0 {
            var start = 0
            while start < best.steps.count {
                var candidate = best
                candidate.steps.removeSubrange(start..<min(start + length, best.steps.count))
                if try !candidate.steps.isEmpty && stillFails(candidate) { best = candidate } else { start += length }
            }
            length /= 2
        }
        return best
    }
}
