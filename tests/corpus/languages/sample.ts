// A little of everything in TypeScript.
import type { Reader } from './reader';
import fs = require("fs");

declare const version: string;
declare module "untyped" {
  export function load(name: string): any;
}

export enum Colour { Red, Green = 4, Blue = "blue" }

export interface Shape<T extends object = {}> extends Base {
  readonly name: string;
  size?: number;
  [key: string]: unknown;
  area(scale: number): number;
  new (name: string): Shape<T>;
}

type Callback = (error: Error | null, data?: Uint8Array) => void;
type Pair<A, B> = [first: A, second?: B];
type Flags<T> = { readonly [K in keyof T]?: boolean };
type Element<T> = T extends (infer U)[] ? U : never;
type Both = Shape & { kind: 'circle' | "square" };

namespace Tools {
  export const limit = 10;
}

@sealed
abstract class Store<T> extends Map<string, T> implements Reader<T> {
  private readonly items: T[] = [];
  static count: number = 0;
  declare hidden?: boolean;
  constructor(public name: string, protected size = 1) {
    super();
  }
  abstract open(): Promise<void>;
  get first(): T | undefined {
    return this.items[0];
  }
  public async find<K extends keyof T>(key: K, test: (item: T) => boolean): Promise<T[K]> {
    for (const item of this.items) {
      if (test(item)) return item[key]!;
    }
    throw new Error(`no ${String(key)} in ${this.name}`);
  }
}

function isShape(value: unknown): value is Shape {
  return typeof value === "object" && value !== null && "name" in value;
}

function overload(a: string): string;
function overload(a: any, ...rest: number[]): any {
  let total: number = 0;
  for (let i = 0; i < rest.length; i++) {
    total += rest[i] as number;
  }
  const config = { a, total, nested: { list: [1, 2] } } satisfies object;
  switch (total) {
    case 0:
      return a?.length ?? config;
    default:
      break;
  }
  try {
    while (total > 10) total -= 1;
  } catch {
    return <string>a;
  }
  return isShape(a) ? a : undefined;
}

export default overload;
export type { Callback, Pair };
