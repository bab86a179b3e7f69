// VS Code in a browser: started in fresh folders, and used as a person would, by mouse and keyboard.
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const PATIENCE = 240_000; // milliseconds; a loaded machine is slow, not wrong

const SETTINGS = {
  "chat.disableAIFeatures": true,
  "diffEditor.useInlineViewWhenSpaceIsLimited": false,
  "editor.minimap.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "files.autoSave": "off",
  "files.hotExit": "off", // else unsaved text comes back in the next window
  "git.enabled": false,
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.commandCenter": false,
  "workbench.colorTheme": "Default Light Modern",
  "workbench.enableExperiments": false,
  "workbench.reduceMotion": "on", // animations are drawn by the processor that the oracles need
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** Waits until `probe` gives something other than undefined or false, and returns it. */
export async function until(what, probe, patience = PATIENCE) {
  const deadline = Date.now() + patience;
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited ${patience / 1000} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Starts code-server with one extension; `stop` ends it and all it started. The `settings` are also those of the
 * machine: what is the machine's to set is dropped from the user's, but only in some of the orders in which things load.
 */
export async function serve({ cache, state, vsix, settings }) {
  const entry = path.join(cache, "node_modules/code-server/out/node/entry.js");
  const user = path.join(state, "user");
  for (const [whose, set] of Object.entries({ User: { ...SETTINGS, ...settings }, Machine: settings })) {
    fs.mkdirSync(path.join(user, whose), { recursive: true });
    fs.writeFileSync(path.join(user, whose, "settings.json"), JSON.stringify(set));
  }
  const config = path.join(state, "config.yaml");
  fs.writeFileSync(config, "auth: none\ncert: false\n");
  const folders = ["--extensions-dir", path.join(state, "extensions"), "--user-data-dir", user, "--config", config];
  await finished(spawn(process.execPath, [entry, ...folders, "--install-extension", vsix], { stdio: ["ignore", "pipe", "pipe"] }));

  const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
  const log = path.join(state, "code-server.log");
  const said = fs.openSync(log, "w");
  const server = spawn(process.execPath, [entry, ...folders, ...quiet, "--bind-addr", "127.0.0.1:0"], { stdio: ["ignore", said, said] });
  const gone = new Promise((resolve) => server.once("exit", resolve));
  const url = await until("code-server", async () => {
    if (server.exitCode !== null) throw new Error(`code-server ended; see ${log}`);
    const [, place] = /HTTP server listening on (http:\S+)\n/.exec(fs.readFileSync(log, "utf8")) ?? [];
    return place && fetch(`${place}healthz`).then((answer) => answer.ok && place, () => false);
  });
  return { url, stop: async () => { server.kill("SIGTERM"); await gone; } };
}

async function finished(child) {
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => { said += chunk; });
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (status !== 0) throw new Error(`${child.spawnargs.slice(1).join(" ")}: ${said}`);
}

const EXPLORED = ".explorer-folders-view .monaco-list-row";

/** Opens a folder in a new browser. */
export async function open({ cache, state, url, folder, size = { width: 1200, height: 760 } }) {
  const { chromium } = createRequire(path.join(cache, "package.json"))("playwright-core");
  const browser = await chromium.launchPersistentContext(path.join(state, "browser"), {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    viewport: size,
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const page = browser.pages()[0] ?? (await browser.newPage());
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${url}?folder=${encodeURIComponent(folder)}`, { waitUntil: "domcontentloaded" });
  await page.waitForSelector(EXPLORED);
  return new Editor(page, browser);
}

/** One window. */
class Editor {
  constructor(page, browser) {
    this.page = page;
    this.browser = browser;
  }

  close() { return this.browser.close(); }
  shot(file) { return this.page.screenshot({ path: file }); }

  /** Opens the window anew. */
  async reload() {
    await this.page.reload({ waitUntil: "domcontentloaded" });
    await this.page.waitForSelector(EXPLORED);
  }

  /** Opens a file from the explorer and puts the cursor into its first line. */
  async openFile(name) {
    await this.show(name);
    await this.#clickInto(name);
  }

  /** Puts the cursor into the first line of a file, once that is in the editor: its tab is active while the one before is still shown. */
  async #clickInto(place) {
    await this.page.locator(`.editor-instance .monaco-editor[data-uri$="/${place}"]`).waitFor();
    await this.#line(0).click();
  }

  /**
   * Opens a file that may not be shown as text. A file that comes or goes moves the others up or down, from under
   * the mouse too: which one was opened is looked at, and if it is another, the file is opened again.
   */
  async show(name) {
    const row = this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
    const active = this.page.locator(".tab.active", { hasText: name });
    await until(`${name} in the active tab`, async () => {
      await row.dblclick();
      return active.waitFor({ timeout: 5000 }).then(() => true, () => false);
    });
  }

  /** Opens a file of a folder in this one, which has the name of one that is open. */
  async openNamesake(folder, name) {
    await this.#chosen("Control+p", `${folder}/${name}`, name, folder);
    await this.activeTab(folder);
    await this.#clickInto(`${folder}/${name}`);
  }

  /**
   * Opens a quick input by a key, writes into it, and returns the first row with all of some words. What is still
   * being opened may take the focus, and the input is closed then: it is opened again.
   */
  #sought(key, text, ...words) {
    const rows = this.page.locator(".quick-input-list .monaco-list-row");
    const row = words.reduce((some, word) => some.filter({ hasText: word }), rows).first();
    const patience = { timeout: 5000 };
    return until(`a row with ${words.join(", ")}`, async () => {
      await this.page.keyboard.press(key);
      const written = this.page.locator(".quick-input-widget input").fill(text, patience);
      return written.then(() => row.waitFor(patience)).then(() => row, () => false);
    });
  }

  /** Chooses that row, by mouse: where the input has been closed meanwhile, no key goes to what has taken the focus. */
  async #chosen(...wish) {
    await until(`a choice of ${wish[1]}`, async () => (await this.#sought(...wish)).click({ timeout: 5000 }).then(() => true, () => false));
  }

  activeTab(name) { return this.page.locator(".tab.active", { hasText: name }).waitFor(); }

  /** Waits for the explorer to show, or no longer show, a name. */
  listed(name, state = "visible") {
    return this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first().waitFor({ state });
  }

  /** Waits for the settings page to search for a setting, and returns the whole search. It opens with its last one. */
  settingsSearch(name) {
    return until(`settings searched for ${name}`, async () => {
      const search = (await this.page.locator(".settings-editor .settings-header .view-lines").textContent()).trim();
      return search.includes(name) && search;
    });
  }

  /** Searches the settings page for some settings, and returns the names of those that it has a control for. */
  async settingsWithControl(...names) {
    await this.page.locator(".settings-editor .settings-header .view-lines").click();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.type(`@id:${names.join(",")}`);
    const found = this.page.locator(".settings-editor .setting-item-contents");
    await until("the settings", async () => (await found.count()) === names.length);
    const byHand = this.page.locator(".edit-in-settings-button");
    return found.filter({ hasNot: byHand }).locator(".setting-item-label").allTextContents();
  }

  #line(index) { return this.page.locator(".editor-instance .view-lines .view-line").nth(index); }

  /**
   * The lines on screen, all of a short file, once they have stopped changing; a change is drawn in the frame after it,
   * which may be long in coming. The page holds them in any order: their place is in their style.
   */
  async text() {
    let before;
    return until("a text at rest", async () => {
      await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const lines = await this.page.locator(".editor-instance .view-lines .view-line").evaluateAll((nodes) =>
        nodes.map((node) => [parseFloat(node.style.top), node.textContent.replaceAll("\u00a0", " ")]));
      const now = lines.sort((one, other) => one[0] - other[0]).map(([, line]) => line).join("\n");
      const rests = now === before;
      before = now;
      return rests && { now };
    }).then(({ now }) => now);
  }

  /** The two sides of the diff on screen. */
  async diff() {
    const sides = {};
    for (const side of ["original", "modified"]) {
      const lines = this.page.locator(`.monaco-diff-editor .editor.${side} .view-line`);
      await lines.first().waitFor();
      sides[side] = (await lines.allTextContents()).map((line) => line.replaceAll("\u00a0", " "));
    }
    return sides;
  }

  /** Puts the cursor into the output channel on screen. */
  async clickLog() {
    await this.page.locator(".output-view .view-line").last().click();
  }

  /** The lines of the output channel on screen, which goes, once there is one with some words: it comes a while after what it tells of. */
  async log(words) {
    const lines = this.page.locator(".output-view .view-line");
    await lines.filter({ hasText: words }).first().waitFor();
    const said = await lines.allTextContents();
    await this.command("View: Hide Panel");
    return said.map((line) => line.replaceAll("\u00a0", " "));
  }

  /** Types something at the beginning of the file. */
  async type(text) {
    await this.#line(0).click();
    await this.page.keyboard.press("Control+Home");
    await this.page.keyboard.type(text);
  }

  unsaved() { return this.page.locator(".tab.active.dirty").isVisible(); }

  /** Undoes once, waits for the text to change, and returns it. */
  async undo() {
    const before = await this.text();
    await this.#line(0).click();
    await this.page.keyboard.press("Control+z");
    await until("the undo", async () => (await this.text()) !== before);
    return this.text();
  }

  async save() {
    await this.page.keyboard.press("Control+s");
    await until("the save", async () => !(await this.unsaved()));
  }

  /** Runs a command by its title in the palette. */
  async command(title) {
    await this.#chosen("F1", `>${title}`, title);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor({ state: "hidden" });
  }

  /** The commands that the palette has for some words; it is closed then. */
  async commands(words) {
    await this.#sought("F1", `>${words}`, words);
    const titles = await this.picks();
    await this.page.keyboard.press("Escape");
    return titles;
  }

  /** What there is to pick from. */
  picks() {
    return this.page.locator(".quick-input-list .monaco-list-row").evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));
  }

  /**
   * Opens the light bulb's menu with the mouse; returns its titles. By default a bulb is shown on lines
   * with code only, which the first one has to be. VS Code looks for actions when the
   * cursor moves, so it is moved until the server, which may still be starting, has answered. Then the
   * bulb is given a moment: if newer answers come in just when it is clicked, VS Code forgets the ones
   * whose menu it is about to show ("Actual command not found").
   */
  async lightBulb(title) {
    const bulb = this.page.locator(".editor-instance [class*='codicon-light-bulb'], .editor-instance [class*='codicon-lightbulb'], .editor-instance [class*='codicon-gutter-lightbulb']").first();
    const rows = this.page.locator(".action-widget .monaco-list-row.action");
    let moves = 0;
    await until("a light bulb", async () => {
      if (await bulb.waitFor({ timeout: 10_000 }).then(() => true, () => false)) return true;
      moves += 1;
      await this.page.keyboard.press(moves % 2 ? "Home" : "End");
      return false;
    });
    await this.page.waitForTimeout(2000);
    await bulb.click();
    await rows.filter({ hasText: title }).first().waitFor();
    return rows.allTextContents();
  }

  /**
   * Clicks an entry of the open light bulb menu, and returns what is said then. An invisible block covers it until the
   * mouse has moved. Should VS Code have forgotten what it stands for, the light bulb is asked again.
   */
  async choose(title, answer) {
    const row = this.page.locator(".action-widget .monaco-list-row.action", { hasText: title }).first();
    for (;;) {
      const { x, y, height } = await row.boundingBox();
      await this.page.mouse.move(x + 20, y + height / 2, { steps: 5 });
      await row.click();
      await row.waitFor({ state: "hidden" });
      const heard = await this.hear(new RegExp(`${answer}|Actual command not found`));
      if (!heard.includes("Actual command not found")) return heard;
      await this.clearNotifications();
      await this.lightBulb(title);
    }
  }

  /** The notification whose sentence contains a string, or matches an expression. */
  notification(sentence) {
    const message = this.page.locator(".notification-list-item-message", { hasText: sentence });
    return this.page.locator(".notification-list-item").filter({ has: message }).first();
  }

  /** Waits for a notification and returns its sentence, which may be another one, or none, a moment later. */
  hear(sentence, patience = PATIENCE) {
    const messages = this.page.locator(".notification-list-item-message:visible", { hasText: sentence });
    return until(`word of ${sentence}`, async () => (await messages.allTextContents())[0]?.trim(), patience);
  }

  /** What is on a notification's buttons. Without any, VS Code cuts its sentence to one line. */
  buttons(sentence) {
    return this.notification(sentence).locator(".notification-list-item-buttons-container .monaco-button").allTextContents();
  }

  /**
   * Presses a button by keyboard: a notification that moves up or down would take it from under a mouse. After a
   * quarter of a minute, VS Code takes many out of sight: then they are in the list of all.
   */
  async press(sentence, button) {
    const place = this.notification(sentence).getByText(button, { exact: true }).first();
    await until(`${button} beside ${sentence}`, async () => {
      if (await place.press("Enter", { timeout: 5000 }).then(() => true, () => false)) return true;
      await this.command("Notifications: Show Notifications");
      return false;
    });
  }

  /** Closes a notification unanswered; one that has moved from under the mouse is looked for again. */
  async dismiss(sentence) {
    const note = this.notification(sentence);
    const patience = { timeout: 5000 };
    await until(`the end of ${sentence}`, () =>
      note.hover(patience).then(() => note.locator(".codicon-notifications-clear").click(patience)).then(() => true, () => false));
  }

  /** Lets notifications go out of sight, unanswered. */
  async hideNotifications() {
    await this.page.keyboard.press("Escape");
    await this.page.locator(".notification-list-item").first().waitFor({ state: "hidden" });
  }

  async clearNotifications() {
    await this.command("Notifications: Clear All Notifications");
    await until("no notification", async () => (await this.page.locator(".notification-list-item").count()) === 0);
  }
}
