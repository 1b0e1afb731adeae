// Requests to the server, and whether the page comes from one.
import { afterEach, expect, test, vi } from "vitest";
import { createServer } from "../../src/online/server";

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

test("a game is created with a key, and an empty response is no error", async () => {
  const fetch = vi.fn().mockResolvedValueOnce(Response.json({ id: "g" }));
  fetch.mockResolvedValueOnce(new Response(null, { status: 204 }));
  vi.stubGlobal("fetch", fetch);
  const server = createServer("http://host");
  const game = { rules: "revised", start: null, color: "white", access: "link", clock: { type: "none" } } as const;
  expect(await server.create(game, "the-key")).toEqual({ value: { id: "g" } });
  expect(fetch).toHaveBeenLastCalledWith(
    "http://host/api/games",
    expect.objectContaining({
      method: "POST",
      body: JSON.stringify(game),
      headers: { "content-type": "application/json", "idempotency-key": "the-key" },
    }),
  );
  expect(await server.deleteIdentity()).toEqual({ value: null });
  expect(fetch).toHaveBeenLastCalledWith("http://host/api/me", expect.objectContaining({ method: "DELETE" }));
});
