// Messages with details.
import { render } from "preact";
import { beforeEach, expect, test } from "vitest";
import { SaidText } from "../../src/ui/SaidText";

let root: HTMLElement;

beforeEach(() => {
  root = document.createElement("div");
});

test("codes are only behind “Details”", () => {
  render(<SaidText text="The server is busy." details="E_RATE: too many requests" />, root);
  const details = root.querySelector("details");
  expect(details?.open).toBe(false);
  expect(details?.textContent).toBe("DetailsE_RATE: too many requests");
  details?.remove();
  expect(root.textContent).toBe("The server is busy.");
});

test("a message without details has no “Details”", () => {
  render(<SaidText text="Saved." details={null} />, root);
  expect(root.querySelector("details")).toBeNull();
});
