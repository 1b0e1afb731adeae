// Whether the page comes from a Tri-D server: one that says so in the page, and responds.
import { afterEach, expect, test, vi } from "vitest";
import { createServer } from "../../src/source/server";

afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

test("a static host gets no requests", async () => {
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  expect(await createServer("http://host").isThere()).toBe(false);
  expect(fetch).not.toHaveBeenCalled();
});

test("a server that names itself in the page is there if it responds", async () => {
  const name = document.createElement("meta");
  name.name = "trid-server";
  document.head.append(name);
  const answer = new Response("{}", { headers: { "content-type": "application/json" } });
  vi.stubGlobal("fetch", vi.fn().mockResolvedValueOnce(answer).mockRejectedValue(new TypeError("offline")));
  expect(await createServer("http://host").isThere()).toBe(true);
  expect(await createServer("http://host").isThere()).toBe(false);
});
