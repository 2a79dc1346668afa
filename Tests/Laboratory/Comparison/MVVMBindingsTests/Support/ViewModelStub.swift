@testable import MVVMBindings

/// A view model with fixed output that records its input.
final class ViewModelStub<Input, Output>: ViewModel {
    private let output: Output
    private(set) var input: Input?

    init(_ output: Output) {
        self.output = output
    }

    func transform(_ input: Input) -> Output {
        self.input = input
        return output
    }
}
