// A little of everything in JavaScript.
'use strict';
import fs, { readFile as read } from 'node:fs';
import * as path from "node:path";

export const limit = 0x10, half = .5, big = 12n;
const pattern = /^a[b-d]+\/(\d+)$/gi;

/** Counts. */
export default class Counter extends Base {
  #count = 0;
  static instances = new Map();
  static {
    Counter.ready = true;
  }
  constructor(start = 1, ...rest) {
    super(start);
    this.#count = rest.length;
  }
  get value() { return this.#count; }
  set value(next) { this.#count = next; }
  async *steps(n) {
    for (let i = 0; i < n; i++) {
      yield await this.step(i);
    }
  }
  [Symbol.iterator]() { return this; }
}

function merge({ a, b: [first, , third] = [], ...others }, key) {
  const result = { a, 'quoted key': first, [key]: third, ...others, method() {} };
  outer: for (const name in result) {
    for (const letter of name) {
      if (letter === 'x') continue outer;
      else if (!letter) break;
    }
  }
  return typeof result[key] === 'undefined' ? null : result;
}

async function main() {
  let text = `limit ${limit + 1} of ${path.sep}`;
  const doubled = [1, 2, 3].map((n) => n * 2).filter(n => { return n > 2; });
  try {
    const data = await read(text, { encoding: 'utf8' });
    text += data?.length ?? 'none';
  } catch (problem) {
    throw new Error('failed\n', { cause: problem });
  } finally {
    delete globalThis.cache;
  }
  switch (doubled.length) {
    case 0:
      return;
    case 1: {
      debugger;
      break;
    }
    default:
      text = text.toUpperCase();
  }
  var i = 0;
  do {
    i += 1, i **= 2;
  } while (i < 10 && -i !== +text);
  while (true) if (i++ > 20) break;
  const view = <div className="box" {...doubled}>hello {text}<br /></div>;
  (function () { void 0; })();
  return merge(view, ...doubled), pattern.test(text) || this instanceof main;
}

main();
export { merge, main as start };
