import ScreenKit
import Transport

/// What is wrong with the first of a group's names that no contact can have; nil where each can be had.
///
/// A single name is for the form to judge, where it can be mended.
package func unusableName(in names: [String]) -> String? {
    guard names.count > 1 else { return nil }
    return names.lazy.compactMap { name in
        ContactName(name).fault.map { "\(short(name)): \(errorText($0))" }
    }.first
}
