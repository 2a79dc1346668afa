import ChatStore
import ChatTypes
import Foundation
import SimulatedServer
import Testing

@testable import HostKit

@Suite struct StorageErrorTests {
    @Test(
        arguments: [
            (
                ChatDatabaseError.newerVersion(found: 99, known: 9),
                "The history was written by a newer version of this program (format 99, this one knows 9)"
            ),
            (
                .olderVersion(found: 3, known: 9),
                "The history is in an older format (3, this program knows 9): start viperchat once to update it"
            ),
            (
                .cannotSetAside(path: "/h", reason: "File name too long"),
                "The history /h is damaged, and cannot be set aside: File name too long"
            ),
            (
                .noFile(path: "/h", kind: "a named pipe"),
                "The history cannot be kept in /h: it is a named pipe, not a file; move it away, or choose another place"
            ),
        ] as [(ChatDatabaseError, String)]
    )
    func `the error of an unusable history says the reason and a remedy`(error: ChatDatabaseError, text: String) {
        #expect(error.text == text)
        #expect(FailureText.text(of: error) == text)
    }

    @Test func `the error of a journal names the file and the reason`() {
        let place = URL(filePath: "/j")
        let errors: [(JournalError, String)] = [
            (.unusable(place, reason: "Is a directory"), "The journal /j cannot be opened: Is a directory"),
            (
                .unwritable(place, reason: "No space left on device"),
                "The journal /j cannot be written: No space left on device"
            ),
            (
                .damaged(place, line: 3, reason: "it is no entry"),
                "The journal /j is damaged in line 3: it is no entry; repair the line or move the file away"
            ),
        ]
        for (error, text) in errors { #expect(error.text == text && FailureText.text(of: error) == text) }
    }

    @Test(
        arguments: [
            (.inUse(path: "/p"), .tempFail), (.noDirectory(path: "/p", reason: "r"), .cannotCreate),
            (.unusable(path: "/p", "r"), .cannotCreate), (.noHome, .cannotCreate),
            (.fileExists(path: "/f"), .cannotCreate), (.notWritten(path: "/f", code: 28), .cannotCreate),
            (.noHistory(path: "/p"), .noInput), (.noInput, .noInput), (.notRead(path: "/f"), .noInput),
            (.loggedOut(login: "l"), .unavailable), (.severalChats(name: "Ada", commands: []), .dataError),
            (.hasSimulatedChats(path: "/p", login: "l"), .usage), (.hasAccount(path: "/p", asked: "--seed"), .usage),
            (.hasOtherUser(user: "@a:h", login: "l"), .usage), (.loggedIn(user: "@a:h", login: "l"), .usage),
            (.noAccount, .usage), (.severalAccounts(commands: []), .usage), (.noPassphrase, .usage),
            (.differentPassphrases, .usage),
        ] as [(StorageError, ExitCode)]
    )
    func `each reason why a profile cannot be used has its exit code`(error: StorageError, code: ExitCode) {
        #expect(error.exitCode == code)
        #expect(FailureText.exitCode(for: error) == code)
    }

    @Test(
        arguments: [
            (.inUse(path: "/p"), "another viperchat is using /p; quit it first, or choose another --profile"),
            (.noDirectory(path: "/p", reason: "no"), "cannot use /p: no; choose another --data-dir"),
            (
                .noHistory(path: "/p"),
                "there is no history in /p yet; start viperchat there once, or choose another --data-dir or --profile"
            ),
            (.unusable(path: "/p", "no"), "cannot use /p: no; move it away, or choose another --data-dir"),
            (
                .hasAccount(path: "/p", asked: "--seed"),
                "--seed is for the simulated server, and /p has an account; choose another --profile"
            ), (.noInput, "the input ended before the answer"),
            (.noAccount, "this profile is not logged in: run viperchat login @name:server first"),
            (.fileExists(path: "/f"), "/f exists: choose another name"),
            (.notRead(path: "/f"), "cannot read /f: see whether it is a file, and whose it is"),
            (.notWritten(path: "/f", code: 28), "cannot write /f: No space left on device"),
            (.noPassphrase, "the passphrase is empty: the file would protect nothing"),
            (.differentPassphrases, "the passphrases differ: try again"),
        ] as [(StorageError, String)]
    )
    func `each reason why a profile cannot be used says what to do`(error: StorageError, text: String) {
        #expect(FailureText.text(of: error) == text)
    }

    @Test func `names in the reason why a profile cannot be used are harmless, and a long path keeps its end`() {
        let bad = "x\u{1B}[2J"
        let errors: [StorageError] = [
            .inUse(path: bad), .hasOtherUser(user: bad, login: "l"), .loggedIn(user: bad, login: "l"),
            .severalChats(name: bad, commands: []), .notWritten(path: bad, code: 28),
        ]
        for error in errors { #expect(!error.description.contains("\u{1B}") && error.description.contains("x␛[2J")) }
        let path = String(repeating: "a", count: 10) + String(repeating: "b", count: 200)
        #expect(shownPath(path) == "…" + String(repeating: "b", count: 200))
        #expect(shownPath(String(path.suffix(200))) == String(path.suffix(200)))
    }

    @Test(arguments: [
        ("", "''"), ("Ada", "Ada"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("a;b", "'a;b'"), ("$x", "'$x'"),
        ("~/x", "'~/x'"), ("é", "'é'"), ("/tmp/a.b_c-d@e:f,g+h%i=j", "/tmp/a.b_c-d@e:f,g+h%i=j"),
    ])
    func `a word is quoted unless a shell reads it as it is`(word: String, quoted: String) {
        #expect(shellQuoted(word) == quoted)
    }

    @Test func `the reason for a rejected record is bounded and without escapes`() {
        let chat = ChatID("\u{1B}[2J" + String(repeating: "c", count: Limits.idBytes))
        let faults: [RestoreError] = [
            .unusableID, .unknownChat(chat), .noGroup(chat), .tooManyMembers, .impossibleNumber(.min), .noPosition,
            .impossiblePosition(Position(.min)), .unusableCursor, .contradiction,
        ]
        for fault in faults {
            #expect(fault.text.utf8.count < 200 && !fault.text.contains("\u{1B}"))
        }
        #expect(Set(faults.map(\.text)).count == faults.count)
        #expect(
            RestoreError.unknownChat(ChatID("chat-ada")).text
                == "its chat 'chat-ada' is unknown; a chat's line must come before its messages"
        )
    }
}
