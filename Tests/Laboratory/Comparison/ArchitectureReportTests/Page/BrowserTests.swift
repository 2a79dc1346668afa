import Foundation
import ProcessKit
import Testing
import ThreadTesting

@testable import ArchitectureReport

/// Opens the page in a real browser; a script in a copy of it writes elements that do not fit into the title.
@Suite(
    .ownThread,
    .enabled(if: Browser.program != nil, "Chromium is not installed here: whether the page fits was not looked at"),
    .serialized
)
struct BrowserTests {
    @Test(arguments: [400, 1280])
    func `no text is clipped and the page does not scroll sideways`(width: Int) throws {
        let report = try FixedReport.drawn.rendered(as: .html)
        let misfits = try Browser.misfits(in: report, width: width)
        // The portrait has a section of its own.
        #expect(misfits == "fits \(FixedReport.drawn.sections.count + 1) sections at \(width)")
    }

    @Test func `the folded ledger fits two screens of 1280 x 900, and no source is broken`() throws {
        let report = try LedgerTests.report()
        let script = """
            const broken = [...page.querySelectorAll('.source')].filter(one => one.getClientRects().length > 1);
            const bottom = Math.ceil(page.querySelector('.ledger').getBoundingClientRect().bottom);
            document.title = broken.length + " broken, " + (bottom <= 1800 ? "fits" : bottom);
            """
        #expect(try Browser.title(of: report.rendered(as: .html), width: 1280, script: script) == "0 broken, fits")
    }

    @Test func `Browser finds text that does not fit`() throws {
        let page = try FixedReport.drawn.rendered(as: .html)
        let wide = page.replacingOccurrences(of: "<h1>", with: "<p style=\"width: 500px\">far too long to fit</p><h1>")
        #expect(try Browser.misfits(in: wide, width: 400).contains("far too long to fit"))
        let scrolling = page.replacingOccurrences(of: "<h1>", with: "<h1 style=\"width: 500px\">")
        #expect(try Browser.misfits(in: scrolling, width: 400).contains("scrolls"))
    }
}

enum Browser {
    static let program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Returns the elements that do not fit into a window of a width.
    ///
    /// The page is inside a frame, because a browser window has a minimum width.
    static func misfits(in page: String, width: Int) throws -> String {
        try title(of: page, width: width, script: probe(width))
    }

    /// Returns the title that a script gives the window around a page.
    static func title(of page: String, width: Int, script: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let escaped = page.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "\"", with: "&quot;")
        let frame = """
            <!DOCTYPE html><title>nothing was looked at</title>
            <iframe style="border:0;width:\(width)px;height:3000px" srcdoc="\(escaped)"></iframe>
            <script>window.onload = () => {
              const page = document.querySelector("iframe").contentDocument;
              \(script)
            }</script>
            """
        try Data(frame.utf8).write(to: folder.appending(path: "page.html"))
        let process = Process()
        process.executableURL = URL(filePath: program ?? "")
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--user-data-dir=\(folder.path)/profile",
            "--window-size=1600,3200", "--dump-dom", "file://\(folder.path)/page.html",
        ]
        process.standardError = FileHandle.nullDevice
        let dom = String(decoding: try process.output(), as: UTF8.self)
        guard let start = dom.range(of: "<title>"), let end = dom.range(of: "</title>") else {
            return "no page: \(dom)"
        }
        return String(dom[start.upperBound..<end.lowerBound])
    }

    private static func probe(_ width: Int) -> String {
        """
        const found = [];
        const root = page.documentElement;
        for (const one of page.querySelectorAll("details")) one.open = true;
        if (root.clientWidth !== \(width)) found.push("the window is " + root.clientWidth + " wide");
        if (root.scrollWidth > root.clientWidth) found.push("the page scrolls to " + root.scrollWidth);
        for (const one of page.querySelectorAll("h1, h2, p, li, th, td, figcaption")) {
          const box = one.getBoundingClientRect();
          if (box.width > 0 && (box.left < 0 || box.right > \(width) || one.scrollWidth > one.clientWidth + 1))
            found.push("wide: " + one.textContent);
        }
        const shown = [...page.querySelectorAll("section")].filter(one => one.getBoundingClientRect().height > 20);
        document.title = found.length ? found.join("; ") : "fits " + shown.length + " sections at \(width)";
        """
    }
}
