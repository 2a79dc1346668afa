import Testing

@testable import ArchitectureReport

@Suite struct PowerLawTests {
    @Test(arguments: [(0.0, 3.0), (1.0, 0.5), (1.5, 2.0), (-0.5, 7.0)])
    func `growthExponent finds the exponent of an exact power law`(exponent: Double, factor: Double) throws {
        let points = [10.0, 100, 1000, 10_000].map { (x: $0, y: factor * power($0, exponent)) }
        let found = try #require(growthExponent(of: points))
        #expect(abs(found - exponent) < 1e-9)
    }

    @Test func `growthExponent averages points off the line`() throws {
        // Base-ten logarithms (0, 0), (1, 2), (2, 1): the slope is 1 / 2.
        let found = try #require(growthExponent(of: [(1, 1), (10, 100), (100, 10)]))
        #expect(abs(found - 0.5) < 1e-9)
    }

    @Test func `growthExponent is nil without logarithms or different sizes`() {
        #expect(growthExponent(of: []) == nil)
        #expect(growthExponent(of: [(10, 1)]) == nil)
        #expect(growthExponent(of: [(10, 1), (10, 2)]) == nil)
        #expect(growthExponent(of: [(10, 1), (100, 0)]) == nil)
    }

    private func power(_ base: Double, _ exponent: Double) -> Double {
        // Whole and half powers are enough.
        (0..<Int(abs(exponent) * 2)).reduce(1) { value, _ in
            exponent < 0 ? value / base.squareRoot() : value * base.squareRoot()
        }
    }
}
