import CSystem

/// Returns the exponent of the power law that fits the points best, by least squares on their logarithms.
///
/// 0 means that `y` does not grow with `x`, 1 that it grows in proportion. Returns nil for fewer than two different
/// `x`, or if a point has no logarithm.
package func growthExponent(of points: [(x: Double, y: Double)]) -> Double? {
    guard points.allSatisfy({ $0.x > 0 && $0.y > 0 }) else { return nil }
    let logarithms = points.map { (x: log($0.x), y: log($0.y)) }
    let count = Double(points.count)
    let meanX = logarithms.reduce(0) { $0 + $1.x } / count
    let meanY = logarithms.reduce(0) { $0 + $1.y } / count
    let spread = logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    guard count > 1, spread > 0 else { return nil }
    return logarithms.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
}
