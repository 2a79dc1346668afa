import Testing

/// What users of real chat clients reported, each under the reference to the public tracker of the named project.
@Suite struct ReportedBugTests {}
