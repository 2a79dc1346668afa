#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The exponent of the power law nearest to the points: least squares through their logarithms.
///
/// 0 means that `y` does not grow with `x`, 1 that it grows alike. Nil with fewer than two different `x`, and where a
/// point has no logarithm.
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
