package import PhoneKit

/// The optimizations that are on: all, all but one, or none.
package enum StrategyChoice: String, CaseIterable, Codable, Sendable {
    case all
    case wholeList
    case newCells
    case addedCounts
    case none

    package var strategy: Strategy {
        var strategy = Strategy()
        if self == .wholeList || self == .none { strategy.windowsRows = false }
        if self == .newCells || self == .none { strategy.keepsCells = false }
        if self == .addedCounts || self == .none { strategy.keepsCounts = false }
        return strategy
    }

    /// The column title for this choice.
    package var title: String {
        switch self {
        case .all: "all on"
        case .wholeList: "no window"
        case .newCells: "cells not kept"
        case .addedCounts: "count added up"
        case .none: "all off"
        }
    }
}
