// Goes through the extension's story once and writes down what it saw; tests/e2e/test_vscode.py judges.
//
//   node drive.mjs PLAN.json
//
// PLAN: {cache, vsix, server: [word…], workspace, state, out, runs, starts, held}; `runs` is the file to which the
// workspace's oracles add a line whenever they run, `starts` the one to which the server adds its process
// id whenever it is started, `held` the one that says how many texts they may still answer on, as long as it is there:
// those are in `held`.told. Screenshots and seen.json go to `out`.
import fs from "node:fs";
import path from "node:path";
import { open, serve, until } from "./editor.mjs";

const plan = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const seen = {};
const began = Date.now();
const lap = (what) => console.log(`${((Date.now() - began) / 1000).toFixed(1)} s  ${what}`);
const onDisk = (name) => fs.readFileSync(path.join(plan.workspace, name), "utf8");
const lines = (file) => (fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n").length - 1 : 0);
const runs = () => lines(plan.runs);
const FEW = 4; // texts, of which some are smaller, and none is the smallest

fs.mkdirSync(plan.out, { recursive: true });
const vscode = await serve({ ...plan, settings: { "nubbin.server.command": plan.server, "files.readonlyInclude": { "**/fixed.py": true } } });
let editor;
try {
  editor = await open({ ...plan, url: vscode.url, folder: plan.workspace });
  lap("the folder is open");
  for (const chapter of [nothingOpen, untrusted, trust, byLightBulb, byPalette, compared, cancelledByButton, cancelledByCommand, typedMeanwhile, cancelledAtOnce, twoOfOneName, serverKilled, goneOn, oracleDoesNotHold, readOnly, lockedInSession, withoutOracle, spoiledSettings, spoiledEditorSettings, tooLarge, brokenServer, silentServer, reloaded]) {
    seen[chapter.name] = await chapter();
    lap(chapter.name);
  }
} catch (error) {
  process.exitCode = 1;
  console.error(error);
  await shot("failure");
  await editor.command("Notifications: Show Notifications");
  await shot("failure-notifications");
} finally {
  await editor?.close();
  await vscode.stop();
  fs.writeFileSync(path.join(plan.out, "seen.json"), JSON.stringify(seen, null, 1));
}

function shot(name) {
  return editor.shot(path.join(plan.out, `${name}.png`));
}

/**
 * Lets the oracles answer only on so many more texts, laid out in whatever way, apart from those that are whole or
 * empty: however long what happens then takes, the reductions are still under way.
 */
function hold(texts) {
  fs.writeFileSync(`${plan.held}.told`, "");
  fs.writeFileSync(plan.held, `${texts}\n`);
}

/** Lets the oracles answer again. */
function goOn() {
  fs.rmSync(plan.held, { force: true });
}

/** Has the folder itself set something; or nothing any more. */
async function folderSets(settings) {
  const own = path.join(plan.workspace, ".vscode");
  fs.rmSync(own, { recursive: true, force: true });
  if (settings) {
    fs.mkdirSync(own);
    fs.writeFileSync(path.join(own, "settings.json"), JSON.stringify(settings));
  }
  await editor.listed(".vscode", settings ? "visible" : "hidden");
}

/** What the palette offers before a file is open. */
async function nothingOpen() {
  await until("the extension", async () => lines(plan.starts) > 0);
  return { offered: await editor.commands("Nubbin") };
}

/** In a folder that is not trusted, both ways in lead to a warning; its own settings start nothing. */
async function untrusted() {
  await folderSets({ "nubbin.server.command": ["sh", "-c", `echo server >> '${plan.runs}'`] });
  await editor.openFile("quick.py");
  await editor.lightBulb("Reduce test case");
  const lightBulb = await editor.choose("Reduce test case", "not trusted");
  await shot("untrusted");
  await editor.clearNotifications();
  await editor.command("Nubbin: Reduce Test Case");
  const palette = await editor.hear("not trusted");
  await folderSets(undefined);
  const [server] = fs.readFileSync(plan.starts, "utf8").split("\n");
  const place = fs.readlinkSync(`/proc/${server}/cwd`);
  return { lightBulb, palette, place, runs: runs(), starts: lines(plan.starts), text: await editor.text() };
}

/** The warning's button leads to where trust is given. */
async function trust() {
  await editor.press("not trusted", "Manage Workspace Trust");
  await editor.page.locator(".workspace-trust-editor").getByText("Trust", { exact: true }).first().click();
  await editor.page.locator(".workspace-trust-editor .workspace-trust-header", { hasText: "You trust this folder" }).waitFor();
  await editor.page.keyboard.press("Control+F4");
  return { runs: runs() };
}

/** Light bulb, progress, one edit, one undo. */
async function byLightBulb() {
  await editor.openFile("quick.py");
  const before = { text: await editor.text(), disk: onDisk("quick.py") };
  const menu = await editor.lightBulb("Reduce test case");
  await shot("light-bulb");
  hold(0);
  const progress = await editor.choose("Reduce test case", "Reducing quick.py");
  await shot("progress");
  goOn();
  return { before, menu, progress, ...(await outcome("quick.py")) };
}

/** The same file from the palette. */
async function byPalette() {
  const before = { text: await editor.text(), disk: onDisk("quick.py") };
  hold(0);
  await editor.command("Nubbin: Reduce Test Case");
  const progress = await editor.hear("Reducing quick.py");
  goOn();
  return { before, progress, ...(await outcome("quick.py")) };
}

/** What a finished reduction leaves: a sentence, an edit that is not saved, one undo to the original. */
async function outcome(name) {
  const sentence = await editor.hear(new RegExp(`^${name}: `), 240_000);
  const text = await editor.text();
  const unsaved = { disk: onDisk(name), marked: await editor.unsaved() };
  await shot(`reduced-${name}`);
  await editor.save();
  const saved = onDisk(name);
  const undone = { text: await editor.undo() };
  await editor.save();
  undone.disk = onDisk(name);
  await editor.clearNotifications();
  return { sentence, text, unsaved, saved, undone };
}

/** The button on the ending shows what went, beside what is left, though that has been saved meanwhile. */
async function compared() {
  await editor.command("Nubbin: Reduce Test Case");
  const sentence = await editor.hear(/^quick.py: /);
  await shot("ending");
  await editor.save();
  await editor.press(/^quick.py: /, "Compare with Original");
  const sides = await editor.diff();
  await shot("compared");
  await editor.command("View: Close Editor");
  await editor.openFile("quick.py");
  await editor.undo();
  await editor.save();
  return { sentence, sides };
}

/** Cancel on the notification, after the first step that the notification tells of. */
async function cancelledByButton() {
  await editor.openFile("slow.py");
  let stopping;
  const seen = await cancelled(async () => {
    hold(0); // also the last check: until that has ended, the notification tells what goes on
    await editor.press("Reducing slow.py", "Cancel");
    stopping = await editor.hear("stopping");
    await shot("stopping");
    goOn();
  });
  return { ...seen, stopping };
}

/** Cancel from the palette; before it, a second reduction of the same file is refused. */
async function cancelledByCommand() {
  let again;
  const seen = await cancelled(async () => {
    await editor.command("Nubbin: Reduce Test Case");
    again = { sentence: await editor.hear("already"), buttons: await editor.buttons("already") };
    await editor.command("Nubbin: Cancel Reduction");
  });
  return { ...seen, again };
}

/** Begins to reduce, and waits until the notification tells of something smaller; the reduction is held then. */
async function firstStep(name = "slow.py") {
  const before = onDisk(name).length;
  hold(FEW);
  await editor.command("Nubbin: Reduce Test Case");
  const best = (message) => Number(/([\d,]+) bytes/.exec(message)?.[1].replaceAll(",", ""));
  await until("a first step", async () => best(await editor.hear(new RegExp(`^Reducing ${name}`))) < before);
}

async function cancelled(cancel) {
  await firstStep();
  await shot("slow-progress");
  await cancel();
  const result = await outcome("slow.py");
  goOn();
  const after = runs();
  await editor.page.waitForTimeout(2000); // an oracle takes 0.7 s: silence shows only with time
  return { ...result, runsLater: runs() - after };
}

/** What is typed while it is reduced stays, and the ending leads to where the result is. */
async function typedMeanwhile() {
  await firstStep();
  await editor.type("#");
  await editor.press("Reducing slow.py", "Cancel");
  const ending = await told(/^slow.py: /, "typed-meanwhile");
  goOn();
  await editor.undo();
  await editor.save();
  await editor.press(/^slow.py: /, "Open Result");
  await editor.activeTab("slow.reduced.py");
  await editor.listed("slow.reduced.py");
  await editor.clearNotifications();
  return ending;
}

/** Cancelled before anything smaller was found. */
async function cancelledAtOnce() {
  await editor.openFile("slow.py");
  hold(0);
  await editor.command("Nubbin: Reduce Test Case");
  await editor.press("Reducing slow.py", "Cancel");
  const ending = await told("; nothing ", "cancelled-at-once");
  goOn();
  await editor.clearNotifications();
  return ending;
}

/** Two reductions at once, of files with the same name: which is to be cancelled can be told. */
async function twoOfOneName() {
  hold(FEW);
  await editor.command("Nubbin: Reduce Test Case");
  await editor.openNamesake("other", "slow.py");
  await editor.command("Nubbin: Reduce Test Case");
  await until("two reductions", async () => (await editor.page.locator(".notification-list-item-message", { hasText: /^Reducing (other.)?slow.py.* runs?/ }).count()) === 2);
  await editor.command("Nubbin: Cancel Reduction");
  await editor.page.locator(".quick-input-list .monaco-list-row", { hasText: "slow.py" }).first().waitFor();
  const picks = await editor.picks();
  await shot("two-of-one-name");
  await editor.page.keyboard.press("Enter");
  const one = await editor.hear(/^slow.py: /);
  await editor.command("Nubbin: Cancel Reduction");
  const other = await editor.hear(/^other.slow.py: /);
  goOn();
  await editor.clearNotifications();
  await editor.command("File: Revert File");
  await editor.openFile("slow.py");
  await editor.command("File: Revert File");
  return { picks, one, other };
}

/** The server dies while it reduces. */
async function serverKilled() {
  await editor.openFile("killed.py");
  await firstStep("killed.py");
  process.kill(Number(fs.readFileSync(plan.starts, "utf8").trim().split("\n").pop()), "SIGKILL");
  const ending = await told(/^killed.py: /, "server-killed");
  await editor.notification("Reducing killed.py").waitFor({ state: "hidden" });
  await editor.clearNotifications();
  return { ...ending, text: await editor.text() };
}

/** Whether to continue that is asked, and the next time once more if it was not answered. What it has is held as it was. */
async function goneOn() {
  await editor.command("Nubbin: Reduce Test Case");
  const question = await told("cut short", "cut-short");
  await editor.dismiss("cut short");
  const notSaid = await told("nothing was reduced", "not-said");
  await editor.clearNotifications();
  await editor.command("Nubbin: Reduce Test Case");
  await editor.press("cut short", "Continue");
  await editor.hear(/^Reducing killed.py.* runs?$/);
  await editor.press("Reducing killed.py", "Cancel");
  const ending = await editor.hear(/^killed.py: /);
  goOn();
  await editor.clearNotifications();
  await editor.command("File: Revert File");
  return { question, notSaid, ending };
}

/** The oracle's own words are many lines: those are in the log. What is not saved is not nubbin's doing. */
async function oracleDoesNotHold() {
  await editor.openFile("sound.py");
  await editor.type("#");
  await editor.command("Nubbin: Reduce Test Case");
  const ending = await told("does not hold", "does-not-hold");
  await editor.press("does not hold", "Show Log");
  await editor.clickLog();
  await editor.command("Nubbin: Check Oracle");
  const fromLog = await editor.hear("does not hold");
  const log = await editor.log("All is well.");
  await editor.openFile("sound.py");
  await editor.undo();
  await editor.save();
  await editor.clearNotifications();
  return { ...ending, log, fromLog };
}

/** A notification's sentence, and what is on its buttons. */
async function told(sentence, picture) {
  const whole = await editor.hear(sentence);
  const buttons = await editor.buttons(sentence);
  await shot(picture);
  return { sentence: whole, buttons };
}

/**
 * A file without an oracle: the light bulb asks for one. The question is asked again when it is out of sight; who
 * declines it is led to it once more. What is to be completed in the settings it opens is typed over.
 */
async function withoutOracle() {
  await editor.openFile("fresh.py");
  const menu = await editor.lightBulb("Reduce test case");
  const question = await editor.choose("Reduce test case", "needs an oracle");
  await shot("question");
  await editor.hideNotifications();
  await editor.command("Nubbin: Reduce Test Case");
  await editor.hear("needs an oracle");
  await editor.dismiss("needs an oracle");
  const declined = await told("Nothing was reduced", "declined");
  await editor.page.waitForTimeout(1000); // VS Code shows no more than three in a moment
  await editor.press("Nothing was reduced", "Set Up an Oracle");
  await editor.press("needs an oracle", "A command of my own");
  await editor.activeTab("nubbin.toml");
  const complete = await told("Complete line", "complete");
  const begun = onDisk("nubbin.toml");
  await editor.page.keyboard.type("false");
  await editor.save();
  await editor.clearNotifications();
  return { menu, question, declined, complete, open: "nubbin.toml", begun, settings: onDisk("nubbin.toml") };
}

/** What could not be saved, nor undone, is not to be reduced. */
async function readOnly() {
  await editor.openFile("fixed.py");
  const readOnly = await editor.commands("Nubbin");
  await editor.openFile("sound.py");
  return { readOnly, other: await editor.commands("Nubbin") };
}

/** VS Code edits what the user has locked, but neither saves nor undoes it; and it still offers to reduce that, for a while. */
async function lockedInSession() {
  await editor.openFile("quick.py");
  await editor.command("File: Set Active Editor Read-only in Session");
  await editor.command("Nubbin: Reduce Test Case");
  const sentence = await editor.hear(/^quick.py: .* result is in/);
  const text = await editor.text();
  const beside = onDisk("quick.reduced.py");
  await editor.command("File: Reset Active Editor Read-only in Session");
  await editor.clearNotifications();
  fs.rmSync(path.join(plan.workspace, "quick.reduced.py"));
  return { sentence, text, beside };
}

/** A mistake in the settings, which have no oracle for the file: the refusal leads to it. */
async function spoiledSettings() {
  await editor.page.keyboard.press("Control+Home"); // they are longer than the window
  await editor.type("j");
  await editor.openFile("slow.reduced.py");
  await editor.command("Nubbin: Reduce Test Case");
  const unsaved = await told("are not saved", "unsaved-settings");
  await editor.press("are not saved", "Open Settings File");
  await editor.activeTab("nubbin.toml");
  await editor.save();
  await editor.openFile("slow.reduced.py");
  await editor.command("Nubbin: Reduce Test Case");
  const refusal = await told("hold mistakes", "spoiled-settings");
  await editor.press("hold mistakes", "Open Settings File");
  await editor.activeTab("nubbin.toml");
  await editor.undo();
  await editor.save();
  await editor.clearNotifications();
  return { ...refusal, unsaved };
}

/** The oracle is tried by itself, until a setting of the editor holds a mistake: the refusal leads to that. */
async function spoiledEditorSettings() {
  await editor.openFile("quick.py");
  await editor.command("Nubbin: Check Oracle");
  const checked = await editor.hear("The oracle holds on quick.py");
  await folderSets({ "nubbin.strategy": "fastest" });
  await editor.openFile("quick.py");
  await until("the setting", async () => {
    await editor.clearNotifications();
    await editor.command("Nubbin: Check Oracle");
    return (await editor.hear(/hold mistakes|The oracle holds/)).includes("hold mistakes");
  });
  const refusal = await told("hold mistakes", "spoiled-editor-settings");
  await editor.press("hold mistakes", "Open Settings");
  const search = await editor.settingsSearch("nubbin.strategy");
  const withControl = await editor.settingsWithControl("nubbin.jobs", "nubbin.rename", "nubbin.squeeze", "nubbin.strategy");
  await editor.page.keyboard.press("Control+F4");
  await folderSets(undefined);
  await editor.clearNotifications();
  return { ...refusal, checked, search, withControl };
}

/** What VS Code keeps from extensions is not said to be missing. */
async function tooLarge() {
  const file = path.join(plan.workspace, "large.py");
  fs.writeFileSync(file, "x = 1  # a line\n".repeat(3_500_000));
  await editor.show("large.py");
  await until("the command", async () => (await editor.commands("Nubbin")).some((title) => title.includes("Reduce Test Case")));
  await editor.command("Nubbin: Reduce Test Case");
  const sentence = await editor.hear("50 MB");
  await shot("too-large");
  await editor.clearNotifications();
  await editor.page.keyboard.press("Control+F4");
  fs.rmSync(file);
  return { sentence };
}

/**
 * A server that gives way to another one tells how its reduction ended. The other one says nothing: it is given up
 * in time, and does not keep the next from serving.
 */
async function silentServer() {
  const silent = "604800.25";
  await editor.openFile("killed.py");
  hold(FEW);
  await editor.command("Nubbin: Reduce Test Case");
  await editor.press("cut short", "Start Over");
  await editor.hear(/^Reducing killed.py.* runs?$/);
  await folderSets({ "nubbin.server.command": ["sleep", silent] });
  await editor.hear(/^killed.py: /);
  const endings = await editor.page.locator(".notification-list-item-message", { hasText: /^killed.py: / }).allTextContents();
  goOn();
  const sentence = await editor.hear("could not be started");
  const left = running(silent);
  await editor.clearNotifications();
  await servedAgain();
  goOn();
  await outcome("quick.py");
  return { sentence, left, endings };
}

/** Who reloads the window is told afterwards what that has ended. */
async function reloaded() {
  await editor.openFile("killed.py");
  hold(FEW);
  await editor.command("Nubbin: Reduce Test Case");
  await editor.press("cut short", "Start Over");
  await editor.hear(/^Reducing killed.py.* runs?$/);
  await editor.reload();
  return told("closed or reloaded", "reloaded");
}

/** With its own settings gone, the folder has the server of before, which begins to reduce quick.py, and is held. */
async function servedAgain() {
  await folderSets(undefined);
  await editor.openFile("quick.py");
  hold(0);
  await until("the server", async () => {
    await editor.command("Nubbin: Reduce Test Case");
    return editor.notification(/^Reducing quick.py/).waitFor({ timeout: 5000 }).then(() => true, () => false);
  });
}

/** The number of processes that have this word on their command line. */
function running(word) {
  const lines = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((id) => {
    try {
      return fs.readFileSync(`/proc/${id}/cmdline`, "utf8");
    } catch {
      return ""; // it has ended meanwhile
    }
  });
  return lines.filter((line) => line.split("\0").includes(word)).length;
}

/** A server that is not there is no matter before it is used; the next one serves again. */
async function brokenServer() {
  await folderSets({ "nubbin.server.command": ["nubbin-that-is-not-there", "lsp"] });
  await editor.hear("could not be started");
  await editor.reload();
  await editor.page.waitForTimeout(5000); // silence shows only with time
  const unused = await editor.page.locator(".notification-list-item").count();
  await editor.openFile("quick.py");
  await editor.command("Nubbin: Reduce Test Case");
  const sentence = await editor.hear("could not be started");
  await shot("broken-server");
  await editor.press("could not be started", "Open Settings");
  const search = await editor.settingsSearch("nubbin.server.command");
  await editor.clearNotifications();
  await servedAgain();
  const again = await editor.hear(/^Reducing quick.py/);
  goOn();
  await outcome("quick.py");
  return { unused, sentence, search, again };
}
