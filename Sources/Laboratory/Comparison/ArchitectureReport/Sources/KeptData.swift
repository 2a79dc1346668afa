import Foundation

/// What a command made and the package keeps as JSON; nil where nothing is kept.
///
/// - Throws: `DecodingError` where it is not what the command writes.
func keptData<Value: Decodable>(_ path: String, of package: String) throws -> Value? {
    try FileManager.default.contents(atPath: package + "/" + path).map { data in
        try JSONDecoder().decode(Value.self, from: data)
    }
}
