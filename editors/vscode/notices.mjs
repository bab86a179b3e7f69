// Writes the licences of the packages in the bundle to dist/ThirdPartyNotices.txt, as these ask of whoever passes them on.
import fs from "node:fs";

const { outputs } = JSON.parse(fs.readFileSync("dist/meta.json", "utf8"));
const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
const folders = new Set(files.flatMap((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
const notices = [...folders].sort().map((folder) => {
  const { name, version } = JSON.parse(fs.readFileSync(`${folder}/package.json`, "utf8"));
  const texts = fs.readdirSync(folder).filter((file) => /^(licen[cs]e|thirdpartynotices)/i.test(file));
  if (texts.length === 0) throw new Error(`${folder} holds no licence. Find it, and have it put into the notices.`);
  return [`${name} ${version}`, ...texts.map((file) => fs.readFileSync(`${folder}/${file}`, "utf8").trim())].join("\n\n");
});
fs.writeFileSync("dist/ThirdPartyNotices.txt", notices.join(`\n\n${"-".repeat(80)}\n\n`) + "\n");
