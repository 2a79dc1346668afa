"""A running `viperchat web`, and a page of it in headless Chromium."""
import os, pathlib, re, shutil, signal, subprocess, tempfile, time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait


class Program:
    """`viperchat web` with arguments; `address` is the one that it prints."""

    def __init__(self, program, *arguments, stderr=None):
        self.process = subprocess.Popen([program, "web", *arguments], stdout=subprocess.PIPE, stderr=stderr, stdin=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        self.address = re.search(r"http://\S+", line).group()

    def end(self):
        # A background job of a shell ignores SIGINT, and so does this program then.
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)


def log_in(program, data, url):
    """Logs a new profile in. The options come before the command's own words."""
    found = subprocess.run([program, "login", url, "--password", "--data-dir", data], input="me\npassword\n", text=True, capture_output=True)
    assert found.returncode == 0, found.stdout + found.stderr


class Page:
    """A browser window with the page."""

    def __init__(self, address=None, width=1440, height=900, dark=False, resolving=None, beside=None):
        """`resolving` is a name that leads to this machine, as a stranger's name server may say.

        `beside` is a page whose browser shows this one too, in a window of its own.
        """
        if beside:
            self.driver, self.folder = beside.driver, None
            self.home = self.driver.current_window_handle
            # Storage is by port, cookies are not.
            self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
            self.driver.switch_to.new_window("window")
            self.driver.execute_cdp_cmd("Page.bringToFront", {})
        else:
            self.folder = tempfile.mkdtemp(prefix="viperchat-browser-")
            self.driver = self.browser(width, height, dark, resolving)
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        if dark:
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        if address:
            self.driver.get(address)

    def browser(self, width, height, dark, resolving):
        """A browser of its own, with a new profile."""
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in ["--headless=new", f"--window-size={width},{height}", f"--user-data-dir={self.folder}",
                         "--hide-scrollbars", "--force-prefers-reduced-motion"]:
            options.add_argument(argument)
        # Chromium's own sandbox does not run as root.
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        if dark:
            options.add_argument("--force-dark-mode")
        if resolving:
            options.add_argument(f"--host-resolver-rules=MAP {resolving} 127.0.0.1")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        return webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))

    def close(self):
        if not self.folder:
            # A walk may have opened more windows.
            for window in self.driver.window_handles:
                if window != self.home:
                    self.driver.switch_to.window(window)
                    self.driver.close()
            self.driver.switch_to.window(self.home)
            return
        self.driver.quit()
        shutil.rmtree(self.folder, ignore_errors=True)

    def wait(self, what, condition, seconds=60):
        """Waits until a condition holds, for a minute, since a busy machine is slow; fails with `what`. An element that the page replaces meanwhile is looked for again."""
        replaced = [StaleElementReferenceException]
        try:
            return WebDriverWait(self.driver, seconds, 0.03, ignored_exceptions=replaced).until(lambda _: condition())
        except Exception as error:
            if type(error).__name__ == "TimeoutException":
                raise AssertionError(f"{what}: still not so after {seconds} s\n{self.text('body')[:2000]}") from None
            raise

    def all(self, selector):
        """The elements that are shown, by one call: the driver's own question whether one is shown takes a call and a long script each."""
        return self.driver.execute_script("""
            return [...document.querySelectorAll(arguments[0])].filter(element =>
              element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length)""", selector)

    def one(self, selector):
        return self.wait(f"“{selector}” is there", lambda: next(iter(self.all(selector)), None))

    def text(self, selector):
        return self.driver.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def texts(self, selector):
        return self.driver.execute_script("return [...document.querySelectorAll(arguments[0])].map(element => element.innerText)", selector)

    def has(self, selector, text):
        return any(text in found for found in self.texts(selector))

    def wait_for(self, selector, text, seconds=60):
        self.wait(f"“{text}” in {selector}", lambda: self.has(selector, text), seconds)

    def wait_gone(self, selector, text, seconds=60):
        self.wait(f"no “{text}” in {selector}", lambda: not self.has(selector, text), seconds)

    def act(self, selector, action, text=""):
        """Acts on the first element, or the first one with a text; on another one if the page replaces it before."""
        def found():
            element = next((element for element in self.all(selector) if not text or text in element.text), None)
            return element and (action(element), True)
        self.wait(f"“{text}” in {selector}", found)

    def click(self, selector, text=""):
        self.act(selector, lambda element: element.click(), text)

    def type(self, selector, text):
        self.act(selector, lambda element: element.send_keys(text))

    def keys(self, *keys, control=False, alt=False):
        """Presses keys wherever the focus is."""
        chain = ActionChains(self.driver)
        held = [key for key, isHeld in [(Keys.CONTROL, control), (Keys.ALT, alt)] if isHeld]
        for key in held:
            chain.key_down(key)
        for key in keys:
            chain.send_keys(key)
        for key in held:
            chain.key_up(key)
        chain.perform()

    def send(self, text):
        self.type("#text", text + Keys.ENTER)

    def select(self, text):
        """Gives the message with a text the focus."""
        self.wait_for("#rows .row", text)
        self.driver.execute_script(
            "[...document.querySelectorAll('#rows .row')].find(row => row.innerText.includes(arguments[0])).focus()", text)

    def picture(self, path):
        self.driver.save_screenshot(path)

    def show(self, width, dark):
        """Shows the page in a width, light or dark."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False})
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def violations(self):
        """What axe finds wrong for people who do not see the page, or not well: rules with elements."""
        from axe_selenium_python import Axe
        # The page's policy forbids scripts of others; the driver's own run.
        if self.driver.execute_script("return typeof axe") == "undefined":
            self.driver.execute_script(pathlib.Path(Axe(self.driver).script_url).read_text())
        # A modal dialog stands outside of all regions, and hides them; this version of axe does not know it.
        options = {"rules": {"region": {"enabled": not self.all("dialog[open]")}}, "resultTypes": ["violations"]}
        # It scrolls to what it looks at.
        found = self.driver.execute_async_script("""
            const [options, done] = arguments, places = ['#list', '#rows', '#pane'].map(selector => document.querySelector(selector))
            const tops = places.map(place => place.scrollTop)
            axe.run(document, options).then(found => { places.forEach((place, index) => place.scrollTop = tops[index]); done(found) })""", options)
        return [(rule["id"], [node["html"][:150] for node in rule["nodes"]]) for rule in found["violations"]]

    def errors(self):
        """What the browser's console complains about."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def overflow(self):
        """The elements that stand out of the window to the side."""
        return self.driver.execute_script("""
            return [...document.querySelectorAll('body *')].filter(element => {
              const place = element.getBoundingClientRect()
              let around = element.parentElement
              while (around !== document.body && getComputedStyle(around).overflowX === 'visible') around = around.parentElement
              const edges = around.getBoundingClientRect()
              const isOut = place.right > innerWidth + 1 || place.left < -1
              return place.width && place.height && isOut && !element.closest('.hidden')
                && (around === document.body || edges.right > innerWidth + 1 || edges.left < -1)
            }).map(element => element.outerHTML.slice(0, 120))""")
