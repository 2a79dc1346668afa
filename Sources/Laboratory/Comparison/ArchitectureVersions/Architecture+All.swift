public import BehaviourSuite

extension Architecture {
    /// Every architecture, in the order of the table.
    public static let all: [Architecture] = [
        .viper,
        .classicMVC,
        .mvp,
        .presentationModel,
        .eventDrivenMVVM,
        .staticMVVM,
        .mvvmBindings,
        .propertyMVVM,
        .mvObservable,
        .unidirectionalStore,
    ]
}
