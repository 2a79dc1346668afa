import Testing

/// Bugs that users of real chat clients reported, each with its reference in the named project's tracker.
@Suite struct ReportedBugTests {}
