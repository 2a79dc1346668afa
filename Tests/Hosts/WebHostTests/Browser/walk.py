"""Walks through the page in headless Chromium: `walk.py PROGRAM [CASE]`, where `even` and `odd` stand for half of the cases.

Prints the cases that passed, and why others failed.
"""
import http.server, json, pathlib, random, re, socket, struct, sys, tempfile, threading, time, traceback, urllib.error, urllib.request, zlib

sys.dont_write_bytecode = True
from homeserver import Homeserver
from page import By, Keys, Page, Program, log_in


def simulated(program, *arguments):
    """A program with the simulated server, in virtual time."""
    return Program(program, "--virtual-time", "--seed", "7", *arguments)


def wait_for_answer(page, selector, count):
    """Lets virtual time pass until there are that many elements."""
    for _ in range(12):
        if len(page.all(selector)) >= count:
            return
        page.click("#wait")
        page.driver.execute_async_script("setTimeout(arguments[0], 60)")
    raise AssertionError(f"no answer: {page.text('#rows')}")


def start_chat(page, name="Ada Lovelace"):
    page.click("#new-chat")
    page.type("#pane input", name)
    page.wait("the form can create", lambda: page.one("#pane button[type=submit]").is_enabled())
    page.keys(Keys.ENTER)
    page.wait_for("#title", name)


def start_group(page, names=("Ada Lovelace", "Grace Hopper")):
    page.click("#new-chat")
    for name in names:
        page.type("#pane input", name)
        page.click("#pane button", "Add to a group")
        page.wait_for("#pane .chip", name)
    page.wait("the form can create", lambda: page.one("#pane button[type=submit]").is_enabled())
    page.click("#pane button[type=submit]")
    page.wait_for("#title", names[0])


def talking(program, page):
    """The list, a new chat, a message and its receipt, an answer, an edit, a reply, a reaction and a deletion."""
    page.wait_for("#list", "John")
    assert page.driver.title == "(1) viperchat", page.driver.title
    assert "#" not in page.driver.current_url, "the token leaves the address"
    start_chat(page)
    page.send("Hello **there**")
    page.wait_for("#rows .mine strong", "there")
    wait_for_answer(page, "#rows .row:not(.mine):not(.event)", 1)
    page.wait("the message is read", lambda: page.all("#rows .delivery.read"))
    page.select("Hello there")
    page.keys("e")
    page.wait("the field has the text", lambda: "there" in page.one("#text").get_attribute("value"))
    page.keys("!", Keys.ENTER)
    page.wait_for("#rows .facts", "edited")
    theirs = page.texts("#rows .row:not(.mine):not(.event) .text")[0]
    page.select(theirs)
    page.keys("r")
    page.wait_for("#about", "Reply to")
    page.keys("An answer", Keys.ENTER)
    page.wait_for("#rows .answered", theirs[:10])
    page.select("An answer")
    page.keys("+")
    page.click("dialog [aria-label=heart]")
    page.wait_for("#rows .reactions", "❤️ 1")
    page.click("#rows .reactions button")
    page.wait("the reaction is gone", lambda: not page.all("#rows .reactions button"))
    page.select("An answer")
    page.keys("d")
    page.wait_for("dialog", "Delete this message")
    page.click("dialog button", "Cancel")
    assert page.has("#rows .text", "An answer"), "a question answered with no deletes nothing"
    page.select("An answer")
    page.keys("d")
    page.click("dialog button", "Delete")
    page.wait_gone("#rows .text", "An answer")


def screens(program, page):
    """Details, pictures, search over all and in the chat, the switcher, drafts, and the way back, by keyboard."""
    start_chat(page)
    page.send("A needle in the haystack")
    page.wait_for("#rows", "needle")
    page.click("#show-details")
    page.wait_for("#pane", "Notifications")
    page.driver.find_element(By.CSS_SELECTOR, "#pane select option[value=none]").click()
    page.wait("the chat is muted", lambda: page.has("#list .marks", "🔕"))
    page.keys(Keys.ESCAPE)
    page.wait("the details are left", lambda: not page.all("#pane"))
    # The second time the same is found.
    for _ in range(2):
        page.keys("f", control=True)
        page.keys("needle")
        page.wait_for("#find-count", "1 of 1")
        assert page.driver.execute_script("return CSS.highlights.get('hit').size") == 1, "the hit is marked"
        page.keys(Keys.ESCAPE)
    page.type("#text", "half a thought")
    page.keys("k", control=True)
    page.wait("all chats are listed", lambda: page.has("dialog li", "Ada Lovelace"))
    # Enter, pressed before the answer to what was typed, chooses among the chats of the answer.
    page.driver.execute_script("""
        const field = document.querySelector("dialog input")
        field.value = "Jo"
        field.dispatchEvent(new Event("input"))
        field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }))
    """)
    page.wait_for("#title", "John")
    page.wait_for("#list .chat", "✎")
    page.keys(Keys.ARROW_UP, alt=True)
    page.wait_for("#title", "Ada Lovelace")
    page.wait("the draft is back", lambda: page.one("#text").get_attribute("value") == "half a thought")
    page.type("#search", "needle")
    page.wait_for("#list .preview", "needle")
    page.wait("the hit alone is found and marked", lambda: page.driver.execute_script("return CSS.highlights.get('listed').size") == 1)
    page.keys(Keys.ARROW_DOWN, Keys.ENTER)
    page.wait("the hit is shown", lambda: page.all("#rows .found"))
    page.click("#search")
    page.keys(Keys.ESCAPE)
    page.wait_for("#list", "John")


def links(program, page):
    """A link says where it leads, unless its text is that address."""
    start_chat(page)
    page.send("[https://bank.example](https://evil.example/?https://bank.example) [bank](https://bank.example@evil.example/) [ok.example/a](https://ok.example/a/)")
    page.wait("the links are there", lambda: len(page.all("#rows .mine .text a")) == 3)
    hosts = [text.strip() for text in page.texts("#rows .mine .leads")]
    assert hosts == ["(evil.example)", "(evil.example)"], hosts


def notices(program, page):
    """A message that nobody looks at is told in the page; the notice goes when its chat is opened."""
    start_chat(page)
    page.send("Hello")
    page.wait_for("#rows .mine", "Hello")
    page.keys(Keys.ESCAPE)
    wait_for_answer(page, "#notices .notice", 1)
    assert page.has("#notices", "Ada Lovelace"), page.texts("#notices")
    page.click("#list .chat", "Ada Lovelace")
    page.wait_for("#title", "Ada Lovelace")
    # Each goes by itself after ten seconds.
    page.wait("the notice is gone", lambda: not page.all("#notices .notice"))


def away(program, page):
    """Once it may, the browser tells what comes while another tab is in front; a click on it opens the chat, and gives up a question about another."""
    allow(page, program, "notifications")
    page.driver.execute_script("""
        window.told = []
        window.Notification = class extends Notification {
          constructor(title, options) { super(title, options); told.push(this); this.onshow = () => { this.wasShown = true } }
        }""")
    start_chat(page)
    page.send("Hello")
    page.wait_for("#rows .mine", "Hello")
    page.keys(Keys.ESCAPE)
    page.wait("the chat is left", lambda: not page.all("#open-chat"))
    page.driver.execute_script("const wait = setInterval(() => told.length ? clearInterval(wait) : document.querySelector('#wait').click(), 50)")
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    # A tab that is not seen counts its seconds slowly.
    time.sleep(3)
    page.driver.switch_to.window(first)
    title, text, was_shown = page.driver.execute_script("return [told[0].title, told[0].body, told[0].wasShown]")
    assert (title, was_shown) == ("Ada Lovelace", True) and text, (title, text, was_shown)
    page.click("#list .chat", "John")
    page.wait_for("#title", "John")
    page.click("#chat-more")
    page.click("dialog button", "Leave the chat")
    page.wait_for("dialog", "Leave this chat?")
    page.driver.execute_script("told[0].onclick()")
    page.wait_for("#title", "Ada Lovelace")
    page.wait("the question about the other chat is gone", lambda: not page.all("dialog"))


def tab_to(page, selector):
    """Presses Tab until an element has the focus: it can be reached without a mouse."""
    for _ in range(60):
        if page.driver.execute_script("return document.activeElement.matches(arguments[0])", selector):
            return
        page.keys(Keys.TAB)
    raise AssertionError(f"Tab does not reach {selector}")


def choose(page, text):
    """Moves down in the open menu to an entry, and presses Enter."""
    page.wait_for("dialog[open]", text)
    for _ in range(20):
        if text in page.driver.execute_script("return document.activeElement.innerText"):
            return page.keys(Keys.ENTER)
        page.keys(Keys.ARROW_DOWN)
    raise AssertionError(f"the arrow keys do not reach {text}")


def choose_from(page, button, text):
    """Opens the menu of a button by keys, and chooses an entry."""
    tab_to(page, button)
    page.keys(Keys.ENTER)
    choose(page, text)


def keyboard(program, page):
    """Everything that the buttons do, by keys alone: nothing is clicked."""
    page.wait_for("#list", "John")
    page.wait("the list has the focus", lambda: page.driver.execute_script("return document.activeElement.matches('#list button')"))
    page.keys(Keys.ENTER)
    page.wait_for("#title", "John")
    page.keys(Keys.ESCAPE)
    page.wait("the list has the focus", lambda: page.driver.execute_script("return document.activeElement.matches('#list button')"))
    tab_to(page, "#new-chat")
    page.keys(Keys.ENTER)
    page.wait("the form has the focus", lambda: page.driver.execute_script("return document.activeElement.matches('#pane input')"))
    page.keys("Ada Lovelace")
    page.wait("the form can create", lambda: page.one("#pane button[type=submit]").is_enabled())
    tab_to(page, "#pane button[type=submit]")
    page.keys(Keys.ENTER)
    page.wait_for("#title", "Ada Lovelace")
    page.wait("the field has the focus", lambda: page.driver.execute_script("return document.activeElement.id === 'text'"))
    page.keys("||Hidden|| and `code`")
    page.keys(Keys.ENTER)
    page.wait_for("#rows .mine code", "code")
    # The newest message, then what is inside of it.
    page.keys(Keys.ARROW_UP)
    tab_to(page, "#rows .spoiler button")
    page.keys(Keys.ENTER)
    page.wait_for("#rows .mine .spoiler", "Hidden")
    tab_to(page, "#wait")
    page.keys(Keys.ENTER)
    page.wait("the message is read", lambda: page.all("#rows .delivery.read"))
    page.select("code")
    page.keys(Keys.ENTER)
    choose(page, "Pin for everybody")
    page.wait_for("#rows .facts", "pinned")
    page.select("code")
    page.keys("t")
    page.wait_for("#title", "Thread")
    page.keys("In the thread", Keys.ENTER)
    page.wait_for("#rows .mine .text", "In the thread")
    page.keys(Keys.ESCAPE)
    page.wait_for("#rows .answered", "1")
    for entry, shown in [("Pinned messages", "code"), ("Pictures", "No pictures yet"), ("Details", "Notifications")]:
        choose_from(page, "#chat-more", entry)
        page.wait_for("#pane", shown)
        page.keys(Keys.ESCAPE)
        page.wait("the pane is left", lambda: not page.all("#pane"))
    choose_from(page, "#chat-more", "Threads")
    page.wait_for("#title", "Threads")
    page.keys(Keys.ESCAPE)
    page.wait_gone("#title", "Threads")
    page.wait("the field has the focus", lambda: page.driver.execute_script("return document.activeElement.id === 'text'"))
    for entry, mark in [("Mute", "🔕"), ("Add to favourites", "★")]:
        choose_from(page, "#chat-more", entry)
        page.wait_for("#list .marks", mark)
    page.keys("f", control=True)
    page.keys("code", Keys.ENTER)
    page.wait_for("#find-count", "1 of 1")
    tab_to(page, "#find-close")
    page.keys(Keys.ENTER)
    page.wait("the search is over", lambda: not page.all("#finder"))
    for selector in ["#attach", "#text", "#send", "#search", "#list button", "#find-chat", "#find-text", "#show-details"]:
        tab_to(page, selector)
    choose_from(page, "#more", "Keys")
    page.wait_for("dialog", "Shift-Enter")
    page.keys(Keys.ESCAPE)
    choose_from(page, "#more", "Verification")
    page.wait_for("#pane", "No verification is going on")
    page.keys(Keys.ESCAPE)
    page.wait("the pane is left", lambda: not page.all("#pane"))
    choose_from(page, "#chat-more", "Leave the chat")
    page.wait_for("dialog", "Leave this chat?")
    page.keys(Keys.ESCAPE)


def is_focused(page, selector):
    return page.driver.execute_script("return document.activeElement.matches(arguments[0])", selector)


def press(page, selector):
    """Goes to a button by Tab, and presses Enter."""
    tab_to(page, selector)
    page.keys(Keys.ENTER)


def go_back(page, selector="#pane"):
    page.keys(Keys.ESCAPE)
    page.wait(f"{selector} is left", lambda: not page.all(selector))


def clear(page):
    """Empties the field, which tells the program so."""
    page.driver.execute_script("const field = document.querySelector('#text'); field.value = ''; field.dispatchEvent(new Event('input'))")


def typing(program, page):
    """Everything that can be done with messages, by keys alone: nothing is clicked."""
    def newest():
        if is_focused(page, "#rows .row"):
            page.keys(Keys.ESCAPE)
        page.wait("the field has the focus", lambda: is_focused(page, "#text"))
        page.keys(Keys.ARROW_UP)
        page.wait("the newest message has the focus", lambda: is_focused(page, "#rows .row"))
        # John may have answered meanwhile.
        while not is_focused(page, "#rows .mine"):
            page.keys(Keys.ARROW_UP)

    page.wait("the list has the focus", lambda: is_focused(page, "#list button"))
    page.keys(Keys.ENTER)
    page.wait_for("#title", "John")
    page.wait("the field has the focus", lambda: is_focused(page, "#text"))
    for number in range(30):
        page.keys(f"{number}")
        page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", "key": "Enter", "text": "\r", "windowsVirtualKeyCode": 13, "modifiers": 8})
    page.keys("end", Keys.ENTER)
    page.wait_for("#rows .mine", "0\n1\n2")
    page.driver.execute_script("document.querySelector('#text').value = 'long '.repeat(20000)")
    page.keys(Keys.ENTER)
    page.wait_for("#notices", "too long")
    page.wait("the text is back", lambda: len(page.one("#text").get_attribute("value")) == 100_000)
    clear(page)
    newest()
    page.keys("e")
    page.wait("the field has the text", lambda: "29" in page.one("#text").get_attribute("value"))
    page.keys("!", Keys.ENTER)
    page.wait_for("#rows .facts", "edited")
    newest()
    page.keys("r")
    page.wait_for("#about", "Reply to")
    page.driver.execute_script("document.querySelector('#text').value = 'long '.repeat(20000)")
    page.keys(Keys.ENTER)
    page.wait("the refused reply stays with its message", lambda: page.all("#rows .unfinished"))
    newest()
    page.keys("r")
    page.wait("the reply is back", lambda: len(page.one("#text").get_attribute("value")) == 100_000)
    clear(page)
    page.keys(Keys.ESCAPE)
    page.wait("the reply is dropped", lambda: not page.all("#rows .unfinished") and not page.all("#about"))
    newest()
    page.keys("r")
    page.wait_for("#about", "Reply to")
    page.keys("half", Keys.ESCAPE)
    page.wait("the reply is left", lambda: page.all("#rows .unfinished") and not page.all("#about"))
    newest()
    page.keys("r")
    page.wait("it goes on", lambda: page.one("#text").get_attribute("value") == "half")
    page.keys(" an answer", Keys.ENTER)
    page.wait_for("#rows .answered", "end!")
    newest()
    page.keys(Keys.ENTER)
    choose(page, "Go to the answered message")
    page.wait("it is shown", lambda: page.all("#rows .found"))
    # What leads back to the newest message is there as soon as one looks at older ones.
    newest_row = "[...document.querySelectorAll('#rows .row')].at(-1)"
    page.driver.execute_script(f"{newest_row}.focus()")
    page.keys(Keys.HOME)
    page.wait("the first message has the focus", lambda: page.driver.execute_script("return document.activeElement === document.querySelector('#rows .row')"))
    press(page, "#newest")
    newest()
    page.keys("+")
    page.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ENTER)
    page.wait_for("#rows .reactions", "❤️ 1")
    newest()
    page.keys("+")
    tab_to(page, "dialog input")
    page.keys("ok", Keys.ENTER)
    page.wait_for("#rows .reactions", "ok 1")
    newest()
    page.keys(Keys.ENTER)
    choose(page, "All reactions")
    page.wait_for("dialog li", "ok 1 You")
    page.keys(Keys.ENTER)
    page.wait_gone("#rows .reactions", "❤️")
    newest()
    page.keys("d")
    page.wait_for("dialog", "Delete this message")
    press(page, "dialog .strong")
    page.wait_gone("#rows .text", "half an answer")
    page.keys("f", control=True)
    page.keys("end")
    page.wait_for("#find-count", "1 of 1")
    page.keys(Keys.ESCAPE)
    page.wait("the field has the focus", lambda: is_focused(page, "#text"))
    tab_to(page, "#search")
    page.keys("here too")
    page.wait_for("#list .preview", "here too")
    page.keys(Keys.ARROW_DOWN, Keys.ENTER)
    page.wait("the hit is shown", lambda: page.all("#rows .found"))


def panes(program, page):
    """A group is begun, changed and left, and the list is sorted, by keys alone."""
    page.wait("the list has the focus", lambda: is_focused(page, "#list button"))
    press(page, "#new-chat")
    page.wait("the form has the focus", lambda: is_focused(page, "#pane input"))
    for name in ["Ada", "Bob", "Grace"]:
        page.keys(name)
        if name != "Bob":
            page.wait_for("#pane .suggestions", name)
            press(page, "#pane .suggestions button")
            page.wait("the field has the focus", lambda: is_focused(page, "#pane input"))
        press(page, "#pane [data-key=add]")
        page.wait_for("#pane .chip", name)
        page.wait("the field is empty", lambda: not page.one("#pane input").get_attribute("value"))
    page.driver.execute_script("document.querySelectorAll('#pane .chip')[1].setAttribute('data-wanted', '')")
    press(page, "#pane [data-wanted]")
    page.wait_gone("#pane .chip", "Bob")
    press(page, "#pane [data-key=create]")
    page.wait_for("#title", "Grace")
    press(page, "#show-details")
    page.wait_for("#pane", "Members")
    tab_to(page, "#pane select")
    page.keys(Keys.ARROW_DOWN)
    page.wait("only mentions are told", lambda: page.one("#pane select").get_attribute("value") == "mentions")
    page.keys(Keys.ARROW_DOWN)
    page.wait_for("#list .marks", "🔕")
    for key, text, shown in [("rename", "The harbour", "#title"), ("topic", "Friday evenings", "#topic"), ("invite", "Emmy Noether", "#rows")]:
        press(page, f"#pane [data-key={key}]")
        page.wait("the field has the focus", lambda: is_focused(page, "dialog input"))
        page.keys("a", control=True)
        page.keys(text, Keys.ENTER)
        page.wait_for(shown, text)
    press(page, "#pane .people button")
    choose(page, "Make moderator")
    page.wait_for("#pane .people", "moderator")
    press(page, "#pane .people button")
    choose(page, "Remove")
    page.wait("a reason may be given", lambda: is_focused(page, "dialog input"))
    page.keys("Too loud", Keys.ENTER)
    page.wait_for("#rows", "Too loud")
    go_back(page)
    page.keys("Hello", Keys.ENTER)
    page.wait_for("#rows .mine", "Hello")
    page.keys(Keys.ARROW_UP, "p")
    page.wait_for("#rows .facts", "pinned")
    page.keys(Keys.ESCAPE)
    press(page, "#chat-more")
    choose(page, "Pinned messages")
    press(page, "#pane .people button")
    page.wait("the message is shown", lambda: page.all("#rows .found") and not page.all("#pane"))
    press(page, "#chat-more")
    choose(page, "Pinned messages")
    press(page, "#pane [aria-label^='Remove the pin']")
    page.wait_for("#pane", "No pinned messages")
    go_back(page)
    press(page, "#chat-more")
    choose(page, "Mark as unread")
    # It leaves the chat, which would be read at once.
    page.wait("the list has the focus", lambda: is_focused(page, "#list button"))
    page.keys(Keys.ENTER)
    page.wait_for("#title", "The harbour")
    press(page, "#chat-more")
    choose(page, "Leave the chat")
    page.wait_for("dialog", "Leave this chat?")
    press(page, "dialog .strong")
    page.wait("nothing can be written", lambda: not page.all("#text"))
    page.show(360, False)
    press(page, "#show-details")
    page.wait_for("#pane", "Members")
    go_back(page)
    page.wait("the messages have the focus", lambda: is_focused(page, "#rows"))
    page.show(1440, False)
    press(page, "#chat-more")
    choose(page, "Delete the chat")
    press(page, "dialog .strong")
    page.wait_gone("#list", "The harbour")
    press(page, "#more")
    choose(page, "Unread first")
    press(page, "#more")
    choose(page, "Mark all chats as read")
    page.wait("nothing is unread", lambda: page.driver.title == "viperchat")
    press(page, "#more")
    choose(page, "Favourites first")


def finding(program, page):
    """A message is forwarded, a day is gone to, and the drafts are listed, by keys."""
    def type_day(month, day, year):
        page.wait("the day has the focus", lambda: is_focused(page, "dialog input[type=date]"))
        page.keys(f"{month:02}{day:02}{year}")
        page.wait("the day is typed", lambda: page.one("dialog input").get_attribute("value") == f"{year}-{month:02}-{day:02}")
        page.keys(Keys.ENTER)
        page.wait("the day is chosen", lambda: not page.all("dialog"))

    start_chat(page)
    page.send("A **needle** to send on")
    page.wait_for("#rows .mine", "needle")
    # Who types stands in the place of a draft.
    wait_for_answer(page, "#rows .row:not(.mine):not(.event)", 1)
    page.select("needle")
    page.keys(Keys.ENTER)
    choose(page, "Forward…")
    page.wait("the chooser has the focus", lambda: is_focused(page, "dialog input[type=search]"))
    page.keys("Joh")
    page.wait_for("dialog li", "John")
    page.wait("the others are gone", lambda: len(page.all("dialog li")) == 1)
    page.keys(Keys.ARROW_DOWN, Keys.ENTER)
    page.wait_for("#notices", "Forwarded to John")
    page.wait("the message has the focus again", lambda: is_focused(page, "#rows .row"))
    assert page.text("#title") == "Ada Lovelace", "its chat stays open"
    page.keys("f")
    page.wait("the chooser has the focus", lambda: is_focused(page, "dialog input[type=search]"))
    page.keys(Keys.ESCAPE)
    page.wait("nothing is chosen", lambda: not page.all("dialog"))
    page.wait_for("#list .preview", "A needle to send on")
    # Virtual time begins in March 2022, and all messages are of its first day.
    press(page, "#chat-more")
    choose(page, "Go to a day…")
    type_day(3, 1, 2022)
    page.wait("the first message of the chat is shown", lambda: is_focused(page, "#rows .row:first-child"))
    page.wait("it is marked", lambda: page.all("#rows .row:first-child.found"))
    page.keys("g")
    type_day(3, 1, 2031)
    page.wait_for("#notices", "No message is of that day, or newer")
    tab_to(page, "#text")
    page.keys("half a thought")
    press(page, "#more")
    choose(page, "Drafts")
    page.wait_for("#list-title", "Drafts")
    page.wait("the drafts alone are listed", lambda: page.texts("#list .preview") == ["half a thought"])
    page.wait("the list has the focus", lambda: is_focused(page, "#list button"))
    press(page, "#list-back")
    page.wait_for("#list-title", "Chats")
    page.wait_for("#list", "John")
    page.wait("the list has the focus", lambda: is_focused(page, "#list button"))
    press(page, "#more")
    choose(page, "Drafts")
    page.wait("the drafts alone are listed", lambda: page.texts("#list .preview") == ["half a thought"])
    # The first leaves the chat, the second the drafts.
    page.keys(Keys.ESCAPE)
    page.wait("the chat is left", lambda: not page.all("#open-chat"))
    page.show(360, True)
    assert not page.overflow(), page.overflow()
    page.keys(Keys.ESCAPE)
    page.wait_for("#list-title", "Chats")
    page.show(1440, False)
    page.wait("the list has the focus", lambda: is_focused(page, "#list button"))
    page.click("#list .chat", "John")
    page.wait_for("#title", "John")
    page.wait_for("#rows .mine strong", "needle")


def pages(program, page):
    """A reload stays let in; a used token, another page and the end of the program are said."""
    start_chat(page)
    page.send("One")
    page.wait_for("#rows", "One")
    page.driver.refresh()
    page.wait_for("#rows", "One")
    other = Page(program.address)
    try:
        other.wait_for("#curtain", "not let in")
    finally:
        other.close()
    key = page.driver.execute_script("return sessionStorage.getItem('viperchat')")
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.driver.get(program.address.split("#")[0])
    page.driver.execute_script("sessionStorage.setItem('viperchat', arguments[0])", key)
    page.driver.refresh()
    page.wait_for("#rows", "One")
    second = page.driver.current_window_handle
    page.driver.switch_to.window(first)
    page.wait_for("#curtain", "another page")
    page.driver.switch_to.window(second)
    page.type("#text", "kept")
    page.wait_for("#list .chat", "✎")
    assert program.end() == 0
    page.wait_for("#curtain", "does not answer")
    page.keys(Keys.ENTER)
    assert page.one("#text").get_attribute("value") == "kept"
    # The next run has another address, and the text.
    again = Program(program.process.args[0], *program.process.args[2:])
    try:
        page.driver.get(again.address)
        page.click("#list .chat", "Ada Lovelace")
        page.wait("the text is back", lambda: page.one("#text").get_attribute("value") == "kept")
    finally:
        again.end()


def impostor(program, page):
    """A program that takes the port of one that has ended is told from it, and learns nothing of what is typed."""
    start_chat(page)
    page.type("#text", "half a thought")
    port = int(program.address.split("#")[0].rstrip("/").rsplit(":", 1)[1])
    asked = []

    class Impostor(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            asked.append((self.path, self.rfile.read(int(self.headers["Content-Length"] or 0))))
            self.send_response(200)
            self.end_headers()
            lines = [{"word": "undefined"}, {"stream": 1, "files": "x"}, {"n": 1, "stack": ["list"], "notices": [{"text": "Forged"}]}]
            self.wfile.write("".join(json.dumps(line) + "\n" for line in lines).encode())

        def log_message(self, *_):
            pass

    assert program.end() == 0
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Impostor)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        page.wait_for("#curtain", "Another program answers")
        page.driver.execute_async_script("setTimeout(arguments[0], 1500)")
        assert not page.has("#notices", "Forged")
        # What it painted last it may tell before it notices the end.
        assert all(json.loads(body)["actions"] == [] if path == "/actions" else path == "/states" and not body for path, body in asked), asked
    finally:
        server.shutdown()
        server.server_close()


def sleeping(program, page):
    """A page that was frozen, as a tab that nobody looked at for long, goes on."""
    start_chat(page)
    page.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    # The program writes to each page every five seconds.
    time.sleep(6)
    page.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    page.send("Good morning")
    page.wait_for("#rows .mine", "Good morning")


def png(width, height, color=lambda line: (48, 144, 96)):
    """A picture with a colour for each line."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes(color(line)) * width for line in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def files(program, page):
    """Pictures are dropped and pasted, shown with their place reserved, and enlarged; a page in disguise is only saved."""
    allow(page, program, "clipboardReadWrite", "clipboardSanitizedWrite")
    start_chat(page)
    # The size of each picture before its bytes are there.
    page.driver.execute_script("""
        window.reserved = []
        new MutationObserver(changes => {
          for (const picture of document.querySelectorAll('#rows img')) {
            const place = picture.getBoundingClientRect()
            if (!picture.naturalWidth) reserved.push([place.width, place.height])
          }
        }).observe(document.querySelector('#rows'), {childList: true})""")

    def picture(number):
        page.wait("the picture is shown", lambda: page.driver.execute_script(
            "return document.querySelectorAll('#rows img')[arguments[0]]?.naturalWidth", number))
        return page.driver.execute_script("""
            const place = document.querySelectorAll('#rows img')[arguments[0]].getBoundingClientRect(), rows = document.querySelector('#rows')
            return [place.width, place.height, rows.scrollHeight - rows.scrollTop - rows.clientHeight]""", number)

    with tempfile.TemporaryDirectory() as folder:
        dropped, disguise = pathlib.Path(folder, "a picture.png"), pathlib.Path(folder, "b.png")
        dropped.write_bytes(png(900, 600))
        disguise.write_text("<script>document.title = 'bad'</script>")
        page.type("#text", "Look")
        for x, kind in [(60, "dragEnter"), (60, "dragOver"), (60, "drop"), (700, "dragEnter"), (700, "dragOver"), (700, "drop")]:
            page.driver.execute_cdp_cmd("Input.dispatchDragEvent", {"type": kind, "x": x, "y": 300, "data": {"items": [], "files": [str(dropped)], "dragOperationsMask": 1}})
            if x < 100:
                # Beside the chat nothing is sent, and the page stays.
                continue
            assert page.driver.execute_script("return document.querySelector('#chat').matches('.dropping')") == (kind == "dragOver"), kind
        assert picture(0) == [360, 240, 0], picture(0)
        assert page.driver.execute_script("return reserved[0]") == [360, 240]
        page.wait_for("#rows .text", "Look")
        page.driver.execute_async_script("""
            const canvas = document.createElement('canvas'), done = arguments[0]
            ;[canvas.width, canvas.height] = [80, 500]
            canvas.getContext('2d').fillRect(0, 0, 80, 500)
            canvas.toBlob(blob => navigator.clipboard.write([new ClipboardItem({'image/png': blob})]).then(done, done))""")
        page.click("#text")
        page.keys("v", control=True)
        width, height, below = picture(1)
        assert (round(width), round(height), below) == (51, 320, 0), (width, height, below)
        assert [width, height] in page.driver.execute_script("return reserved"), "its place does not change when it comes"
        page.keys(Keys.ARROW_UP, Keys.ENTER)
        choose(page, "Enlarge the picture")
        page.wait("the picture is enlarged", lambda: page.all("dialog img"))
        page.keys(Keys.ESCAPE)
        # A header has no place for it.
        page.driver.execute_script("document.querySelector('#text').value = 'long '.repeat(5000)")
        page.driver.find_element(By.ID, "file").send_keys(str(disguise))
        page.wait_for("#rows .text", "long long")
        page.wait_for("#rows .file", "b.png")
        page.wait("it can be saved", lambda: page.all("#rows .file a"))
        assert len(page.all("#rows img")) == 2


def allow(page, program, *permissions):
    origin = program.address.split("#")[0].rstrip("/")
    page.driver.execute_cdp_cmd("Browser.grantPermissions", {"origin": origin, "permissions": list(permissions)})


def failing(program, page):
    """A message that the server refuses says so, and is sent again by keys; so does a file that is not there."""
    server = Homeserver(2)
    with tempfile.TemporaryDirectory() as data:
        log_in(program.process.args[0], data, server.url)
        run = Program(program.process.args[0], "--data-dir", data)
        try:
            page.driver.get(run.address)
            page.wait("the list is there", lambda: page.all("#list .chat"))
            page.wait("the list has the focus", lambda: is_focused(page, "#list button"))
            page.keys(Keys.ENTER)
            page.wait("the field has the focus", lambda: is_focused(page, "#text"))
            chat = int(page.text("#title").split()[1])
            server.refuses = True
            page.keys("Hello", Keys.ENTER)
            page.wait_for("#rows .failure", "Not sent")
            server.refuses = False
            page.keys(Keys.ARROW_UP, Keys.ENTER)
            choose(page, "Send again")
            page.wait("it is sent", lambda: page.all("#rows .delivery.sent") and not page.all("#rows .failure"))
            server.add(chat, {"msgtype": "m.file", "body": "gone.pdf", "url": "mxc://test/gone", "info": {"size": 7}}, sender=chat)
            page.wait_for("#rows .file", "gone.pdf")
            page.keys(Keys.ESCAPE, Keys.ARROW_UP, Keys.ENTER)
            choose(page, "Download")
            page.wait_for("#rows .file", "Not found")
        finally:
            run.end()
            server.end()


def strangers(program, page):
    """Other origins read nothing, change nothing and learn no more than that something listens."""
    page.wait_for("#list", "John")
    base = program.address.split("#")[0]
    port = base.rstrip("/").rsplit(":", 1)[1]
    for path, headers, method in [
        ("/states", {}, "POST"), ("/actions", {"Origin": base.rstrip("/")}, "POST"), ("/files/0/1", {}, "GET"), ("/", {"Host": f"evil.example:{port}"}, "GET"),
    ]:
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", b"" if method == "POST" else None, headers, method=method)
        try:
            urllib.request.urlopen(request)
            raise AssertionError(f"{path} was answered")
        except urllib.error.HTTPError as error:
            assert error.code == 403 and not error.read(), path
    # The driver's own scripts may make functions of strings, so that this is not tried here.
    for attack in ["document.body.innerHTML = '<b>x</b>'", "document.body.setAttribute('onclick', 'x')"]:
        try:
            page.driver.execute_script(f"{attack}; return 1")
            raise AssertionError(f"{attack} was not blocked")
        except AssertionError:
            raise
        except Exception:
            pass
    # A page of another origin, which has the address but no token.
    evil = Page()
    try:
        evil.driver.get(f"http://127.0.0.1:{port}/unknown")
        result = evil.driver.execute_async_script("""
            const [base, done] = arguments
            const tries = [
              fetch(base + 'states', {method: 'POST', credentials: 'include'}).then(answer => answer.status, () => 'blocked'),
              fetch(base + 'actions', {method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}'}).then(answer => answer.type, () => 'blocked'),
              new Promise(resume => { const picture = new Image(); picture.onload = () => resume('read'); picture.onerror = () => resume('blocked')
                picture.src = base + 'icon.svg' }),
              new Promise(resume => { const socket = new WebSocket(base.replace('http', 'ws')); socket.onopen = () => resume('read')
                socket.onerror = () => resume('blocked') }),
            ]
            Promise.all(tries).then(done)""", base)
        assert all(found in ("blocked", "opaque") for found in result), result
    finally:
        evil.close()
    page.click("#list .chat")
    page.wait_for("#title", "John")


def hostile(program, page):
    """Broken requests, and connections that only wait, change nothing; the page goes on. `strangers.py` makes more of them."""
    page.wait_for("#list", "John")
    port = int(program.address.split("#")[0].rstrip("/").rsplit(":", 1)[1])
    chance, sent = random.Random(7), 0

    def memory():
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{program.process.pid}/status").read_text()).group(1))

    def exchange(data):
        with socket.create_connection(("127.0.0.1", port), 5) as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                answer = b""
                while more := connection.recv(65536):
                    answer += more
                return answer
            except OSError:
                return b""

    whole = (f"POST /actions HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nSec-Fetch-Site: same-origin\r\n"
             f"Cookie: viperchat-{port}=0\r\nX-Viperchat: 0\r\nContent-Length: 2\r\n\r\n{{}}").encode()
    exchange(whole)
    before = memory()
    while sent < 200_000:
        data = bytearray(whole * chance.randint(1, 8))
        for _ in range(chance.randint(1, 30)):
            place = chance.randrange(len(data))
            data[place:place + chance.randint(0, 4)] = chance.randbytes(chance.randint(0, 6))
        sent += len(data)
        answer = exchange(bytes(data))
        assert b"HTTP/1.1 2" not in answer, (data, answer)
    assert memory() < before + 16_384, (before, memory())
    waiting = [socket.create_connection(("127.0.0.1", port), 5) for _ in range(40)]
    page.click("#list .chat")
    page.wait_for("#title", "John")
    for connection in waiting:
        connection.close()


def refused(program, page):
    """A page whose requests are not accepted any more says so, and what was typed stays in sight."""
    start_chat(page)
    page.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    page.send("not lost")
    page.wait_for("#curtain", "did not accept")
    assert page.one("#text").get_attribute("value") == "not lost", page.one("#text").get_attribute("value")


def accessible(program, page):
    """axe finds no violation on any screen and in no dialog, wide and light, narrow and dark, and nothing stands out of the window."""
    def check(screen, closing=False):
        if closing:
            page.wait("it is open", lambda: page.all("dialog[open]") or page.all("#pane") or page.all("#finder"))
        for width, dark in [(1440, False), (360, True)]:
            page.show(width, dark)
            found = page.violations(), page.overflow()
            assert found == ([], []), (screen, width, found)
        page.show(1440, False)
        if closing:
            page.keys(Keys.ESCAPE)
            page.wait("it is closed", lambda: not page.all("dialog") and not page.all("#pane") and not page.all("#finder"))

    def check_entry(button, entry, selector, shown):
        page.click(button)
        page.click("dialog button", entry)
        page.wait_for(selector, shown)

    page.wait_for("#list", "John")
    check("list")
    page.type("#search", "nothing has this name")
    page.wait_for("#list-status", "Nothing found")
    check("an empty list")
    page.keys(Keys.ESCAPE)
    start_chat(page)
    page.send("Hello **there**, `code` and https://example.org")
    wait_for_answer(page, "#rows .row:not(.mine):not(.event)", 1)
    check("chat")
    for key, name in [("+", "reactions"), (Keys.ENTER, "menu of a message"), ("d", "question")]:
        page.select("there")
        page.keys(key)
        check(name, closing=True)
    page.select("there")
    page.keys("p")
    page.wait_for("#rows .facts", "pinned")
    page.select("there")
    page.keys("+")
    page.click("dialog [aria-label=heart]")
    page.wait_for("#rows .reactions", "❤️ 1")
    page.select("there")
    page.keys("t")
    page.wait_for("#title", "Thread")
    page.send("In the thread")
    page.wait_for("#rows .mine .text", "In the thread")
    check("thread")
    page.click("#chat-back")
    page.wait_gone("#title", "Thread")
    page.select("there")
    page.keys("r")
    check("reply")
    page.keys(Keys.ESCAPE)
    page.keys("k", control=True)
    page.wait("chats are found", lambda: page.all("dialog li"))
    check("switcher", closing=True)
    # The program does not repeat what it has found.
    page.select("there")
    page.keys("f")
    page.wait("chats are found", lambda: page.all("dialog li"))
    check("the chooser of a chat", closing=True)
    page.select("there")
    page.keys("g")
    check("a day", closing=True)
    page.type("#text", "half a thought")
    page.click("#more")
    page.click("dialog button", "Drafts")
    page.wait_for("#list-title", "Drafts")
    page.wait("the drafts alone are listed", lambda: len(page.all("#list .chat")) == 1)
    check("drafts")
    page.click("#list-back")
    page.wait_for("#list-title", "Chats")
    page.click("#more")
    check("menu", closing=True)
    page.click("#more")
    page.click("dialog button", "Keys")
    page.wait_for("dialog h2", "Keys")
    check("keys", closing=True)
    page.keys("f", control=True)
    page.keys("there")
    page.wait("hits are found", lambda: page.text("#find-count"))
    check("search", closing=True)
    page.click("#chat-more")
    check("menu of the chat", closing=True)
    for entry, shown in [("Details", "Notifications"), ("Pinned", "there"), ("Pictures", "No pictures")]:
        check_entry("#chat-more", entry, "#pane", shown)
        check(entry, closing=True)
    check_entry("#more", "Verification", "#pane", "No verification")
    check("verification", closing=True)
    check_entry("#chat-more", "Threads", "#title", "Threads")
    check("threads")
    page.click("#chat-back")
    page.wait_gone("#title", "Threads")
    start_group(page)
    page.click("#show-details")
    page.wait_for("#pane", "Members")
    check("members")
    for button in ["#pane .people button", "#pane [data-key=rename]"]:
        page.click(button)
        page.wait(f"{button} opens a dialog", lambda: page.all("dialog[open]"))
        check(button)
        page.keys(Keys.ESCAPE)
    page.keys(Keys.ESCAPE)
    page.wait("the details are left", lambda: not page.all("#pane"))
    # As a browser shows a window of 1440 at 200%.
    page.show(720, False)
    assert not page.overflow(), page.overflow()


cases = [talking, screens, notices, away, keyboard, typing, panes, finding, pages, impostor, sleeping, files, failing, strangers, hostile, accessible, links, refused]


def main():
    program, name = sys.argv[1], (sys.argv[2:] or [None])[0]
    parts = {None: cases, "even": cases[::2], "odd": cases[1::2]}
    browser, failed = Page(), []
    for case in parts.get(name) or [case for case in cases if case.__name__ == name]:
        with tempfile.TemporaryDirectory() as data:
            run = simulated(program, *(["--data-dir", data] if case in (files, pages) else []))
            page = Page(run.address, beside=browser)
            try:
                case(run, page)
                print(case.__name__, flush=True)
            except Exception:
                failed.append(case.__name__)
                traceback.print_exc()
                print("\n".join(page.errors()), file=sys.stderr)
                page.picture(f"/tmp/viperchat-{case.__name__}.png")
            finally:
                page.close()
                if run.process.poll() is None:
                    run.end()
    browser.close()
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
