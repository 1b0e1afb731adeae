// The messages between page and server have the generated types. The server's tests read the same examples.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { typeErrors, type Example } from "./typeErrors";

const FOLDER = join(import.meta.dirname, "../../../docs/examples/online");

type Message = Readonly<Record<string, unknown>> & { readonly type: string };

const FILES = [
  { name: "client.json", type: "ClientMessage" },
  { name: "server.json", type: "ServerMessage" },
] as const;

function read(name: string): Message[] {
  return JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Message[];
}

function example(type: string, value: unknown): Example {
  return { file: "online", type, json: JSON.stringify(value) };
}

describe.each(FILES)("$name", ({ name, type }) => {
  const messages = read(name);
  const last = messages.at(-1);
  const [unknown, additional, missing, ...errors] = typeErrors([
    example(type, { type: "shout" }),
    example(type, { ...last, more: 1 }),
    example(type, { type: last?.type }),
    ...messages.map((message) => example(type, message)),
  ]);

  test("has many messages", () => {
    expect(messages.length).toBeGreaterThan(10);
  });

  test.each(messages.map(({ type }, index) => ({ type, index })))("message $index: $type", ({ index }) => {
    expect(errors[index]).toEqual([]);
  });

  test("the type check finds unknown messages, additional and missing keys", () => {
    expect(unknown).not.toEqual([]);
    expect(additional).not.toEqual([]);
    expect(missing).not.toEqual([]);
  });
});

describe("server.json", () => {
  const found = (key: string): string[] => {
    const values: string[] = [];
    JSON.stringify(read("server.json"), (name, value: unknown) => {
      if (name === key && typeof value === "string") values.push(value);
      return value;
    });
    return values;
  };

  test.each([
    ["game", /^[0-9A-Za-z]{16}$/],
    ["rematchOf", /^[0-9A-Za-z]{16}$/],
    ["id", /^[0-9A-Za-z]{12}$/],
    ["code", /^E_/],
  ])("every %s matches %s", (key, pattern) => {
    expect(found(key)).not.toEqual([]);
    for (const value of found(key)) expect(value).toMatch(pattern);
  });
});
