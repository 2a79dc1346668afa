extension ComparisonReport { var page: String { "" } }
