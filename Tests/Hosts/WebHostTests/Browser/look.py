"""Saves pictures of the page in three widths, light and dark: `look.py FOLDER [PROGRAM]`. Fails if something stands out of the window."""
import pathlib, sys, tempfile

sys.dont_write_bytecode = True
from page import Keys, Page, Program
from walk import png, start_chat, wait_for_answer

hostile = [
    "a" * 3000, "\u202eevil \u2066text\u2069 turned", "Zalgo: t̷̢̛̗͖̟͍͌̈́̀h̸̡͙͓̟̿̔͝ȉ̶̞̮͝s̵͍̎", "שלום עולם, مرحبا بالعالم", "漢字かな交じり文 한국어 ไทย हिन्दी",
    "# Title\n- one\n- two\n  1. inner\n> quoted\n\n```\nlet code = 1\n```\n||spoiler|| [bank.example](https://evil.example/path) https://ok.example",
    "👨‍👩‍👧‍👦🏳️‍🌈" * 20,
]


def main():
    folder = pathlib.Path(sys.argv[1])
    program = sys.argv[2] if len(sys.argv) > 2 else ".build/debug/viperchat"
    folder.mkdir(parents=True, exist_ok=True)
    problems = []
    for width, dark in [(1440, False), (360, True), (800, False), (360, False), (1440, True)]:
        with tempfile.TemporaryDirectory() as data:
            run = Program(program, "--virtual-time", "--seed", "7", "--data-dir", data)
            page = Page(run.address, width=width, height=800, dark=dark)
            name = f"{width}-{'dark' if dark else 'light'}"

            def look(what):
                page.driver.execute_async_script("setTimeout(arguments[0], 150)")
                page.picture(str(folder / f"{name}-{what}.png"))
                problems.extend((name, what, found) for found in page.overflow())

            try:
                page.wait_for("#list", "John")
                look("1-list")
                start_chat(page)
                look("2-empty")
                page.send("Have you seen the exhibition at the harbour?")
                wait_for_answer(page, "#rows .row:not(.mine):not(.event)", 1)
                page.send("It is **open** until nine, and there is `that` place with the soup nearby.")
                page.select("exhibition")
                page.keys("+")
                look("3-reactions")
                page.click("dialog [aria-label=heart]")
                pathlib.Path(data, "harbour.png").write_bytes(png(640, 360))
                page.driver.find_element("id", "file").send_keys(str(pathlib.Path(data, "harbour.png")))
                page.wait("the picture", lambda: page.all("#rows img"))
                wait_for_answer(page, "#rows .row:not(.mine):not(.event)", 2)
                look("4-chat")
                page.select("soup")
                page.keys("r")
                look("5-reply")
                page.keys(Keys.ESCAPE)
                for text in hostile:
                    page.driver.execute_script(
                        "const field = document.querySelector('#text'); field.value = arguments[0]; field.dispatchEvent(new Event('input'))", text)
                    page.keys(Keys.ENTER)
                page.wait_for("#rows .text", "👨‍👩‍👧‍👦")
                look("6-hostile")
                page.driver.execute_script("document.querySelector('#rows').scrollTop = 400")
                look("7-scrolled")
                page.click("#show-details")
                page.wait_for("#pane", "Notifications")
                look("8-details")
                page.keys(Keys.ESCAPE)
                page.keys("k", control=True)
                page.keys("a")
                look("9-switcher")
                page.keys(Keys.ESCAPE)
            finally:
                page.close()
                run.end()
    for problem in problems:
        print(*problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
