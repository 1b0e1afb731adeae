// The field for typed moves.
import { signal } from "@preact/signals";
import { render } from "preact";
import { expect, test } from "vitest";
import { MoveEntry } from "../../src/ui/MoveEntry";
import type { Store } from "../../src/board/store";

test("a move typed before the last one is played stays in the field", async () => {
  let answer: (played: boolean) => void = () => undefined;
  const store = {
    mode: signal({ seats: signal(["white", "black"]) }),
    snapshot: signal({ status: "ongoing" }),
    mayMove: signal(true),
    playText: () => new Promise<boolean>((resolve) => (answer = resolve)),
  } as unknown as Store;
  const root = document.createElement("div");
  document.body.append(root);
  render(<MoveEntry store={store} />, root);
  const field = root.querySelector("input");
  if (!field) throw new Error("no field");
  const submit = () => field.form?.dispatchEvent(new Event("submit", { cancelable: true }));

  field.value = "b4N";
  submit();
  field.value = "c3W";
  answer(true);
  await Promise.resolve();
  await Promise.resolve();
  expect(field.value).toBe("c3W");

  submit();
  answer(true);
  await Promise.resolve();
  await Promise.resolve();
  expect(field.value).toBe("");
});
