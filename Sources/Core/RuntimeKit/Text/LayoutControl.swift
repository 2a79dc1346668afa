extension Unicode.Scalar {
    /// Whether a name with this scalar could imitate another name.
    package var isLayoutControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: properties.isBidiControl
        }
    }
}
