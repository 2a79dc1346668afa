public import BehaviourSuite

extension Version {
    /// Every architecture, in the order of the table.
    public static let all: [Version] = [
        .viper,
        .classicMVC,
        .mvp,
        .presentationModel,
        .eventDrivenMVVM,
        .mvvmBindings,
        .mvObservable,
        .unidirectionalStore,
    ]
}
