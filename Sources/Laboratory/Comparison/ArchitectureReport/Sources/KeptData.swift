import Foundation

/// Reads a JSON file that a command created and the package stores; returns nil if there is none.
///
/// - Throws: `DecodingError` if the file does not have the command's format.
func keptData<Value: Decodable>(_ path: String, of package: String) throws -> Value? {
    try FileManager.default.contents(atPath: package + "/" + path).map { data in
        try JSONDecoder().decode(Value.self, from: data)
    }
}
