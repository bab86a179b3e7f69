// Takes README's first picture: the light bulb's menu over a file that crashes gcc 12, its oracle beside it.
//
//   node picture.mjs PLAN.json        with cache, vsix, server and state as for drive.mjs
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { open, serve } from "./editor.mjs";

const CRASH = 396; // where gcc breaks down
const ORACLE = `[[oracle]]
name = "gcc ICE"
files = ["*.c"]
command = "gcc-12 -c {file}"
stderr = "internal compiler error"
timeout = 10
`;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const plan = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const folder = path.join(plan.state, "gcc-bug");
fs.mkdirSync(folder, { recursive: true });
fs.copyFileSync(path.join(root, "tests/corpus/c-gcc12-list-walk-ice/scheduler.c"), path.join(folder, "scheduler.c"));
fs.writeFileSync(path.join(folder, "nubbin.toml"), ORACLE);

const vscode = await serve({
  ...plan,
  settings: {
    "nubbin.server.command": plan.server,
    "breadcrumbs.enabled": false,
    "editor.cursorBlinking": "solid",
    "editor.fontSize": 15,
    "editor.guides.indentation": false,
    "editor.hideCursorInOverviewRuler": true,
    "editor.matchBrackets": "never",
    "editor.occurrencesHighlight": "off",
    "editor.overviewRulerBorder": false,
    "editor.scrollbar.vertical": "hidden",
    "security.workspace.trust.enabled": false,
    "workbench.activityBar.location": "hidden",
    "workbench.layoutControl.enabled": false,
    "workbench.statusBar.visible": false,
  },
});
let editor;
try {
  editor = await open({ ...plan, url: vscode.url, folder, size: { width: 1200, height: 600 } });
  await editor.openFile("scheduler.c");
  await editor.openFile("nubbin.toml");
  await editor.command("View: Move Editor into Group Below");
  await editor.command("View: Close Primary Side Bar");
  await editor.command("View: Focus First Editor Group");
  for (let step = 0; step < 2; step++) await editor.command("Increase Editor Height");
  await editor.page.keyboard.press("Control+g");
  await editor.page.keyboard.type(`${CRASH}`);
  await editor.page.keyboard.press("Enter");
  await editor.lightBulb("Reduce test case");
  await editor.shot(path.join(root, "editors/vscode/images/light-bulb.png"));
} finally {
  await editor?.close();
  await vscode.stop();
}
