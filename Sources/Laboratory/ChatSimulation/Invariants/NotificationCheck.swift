/// A check that every live message that the user did not look at caused a notification, and that every announced
/// message is stored.
struct NotificationCheck {
    let evidence: Evidence

    func run(_ history: StoredHistory) {
        let content = evidence.with { $0 }
        for (id, live) in content.live.sorted(by: { $0.key < $1.key }) where live.mustBeAnnounced {
            let wasTold = content.notified[id] != nil
            // Messages in a gap above a message on screen count as read and cause no late notification.
            let wasRead = !wasTold && history[live.chat]?.wasRead(id, live, content.seen) ?? false
            evidence.check(.notifiedOnce, wasTold || wasRead, "\(id) in \(live.chat) came live and was not announced")
        }
        let untold = content.untoldWaits.sorted()
        evidence.check(.notifiedOnce, untold.isEmpty, "\(untold) wait for an hour, and nobody was told")
        evidence.with { ($0.live, $0.untoldWaits) = ([:], []) }
        let ids = history.ids
        for id in content.notified.keys where !content.forgottenMessages.contains(id) {
            evidence.check(.survivesDeath, ids.contains(id), "\(id) was announced without a row")
        }
    }
}
