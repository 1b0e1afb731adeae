// Short HTML captions over the canvas that follow a square or board: landings, a pending promotion, a board's controller.
import { Vector3, type PerspectiveCamera } from "three";
import type { WorldLayout } from "../set/worldLayout";
import type { Caption } from "./highlights";
import { makeProjection } from "./screenOutlines";

export class Captions {
  readonly #layer: HTMLElement;
  /** Names the square under the pointer, in a fixed corner. */
  readonly #pointer = document.createElement("p");
  readonly #layout: WorldLayout;
  readonly #spans: HTMLSpanElement[] = [];
  #captions: readonly Caption[] = [];

  constructor(canvas: HTMLCanvasElement, layout: WorldLayout) {
    this.#layout = layout;
    this.#layer = document.createElement("div");
    this.#layer.className = "scene-captions";
    this.#layer.setAttribute("aria-hidden", "true");
    this.#pointer.className = "scene-pointer";
    this.#pointer.setAttribute("aria-hidden", "true");
    this.#pointer.hidden = true;
    canvas.after(this.#layer, this.#pointer);
  }

  show(captions: readonly Caption[], pointer: string | null): void {
    this.#pointer.hidden = pointer === null;
    this.#pointer.textContent = pointer;
    this.#captions = captions;
    while (this.#spans.length < captions.length) {
      const span = document.createElement("span");
      this.#spans.push(span);
      this.#layer.append(span);
    }
    this.#spans.forEach((span, index) => {
      const caption = captions[index];
      span.hidden = !caption;
      if (!caption) return;
      span.textContent = caption.text;
      span.dataset["tone"] = caption.tone;
    });
  }

  /** Moves the captions to the current screen positions. */
  place(camera: PerspectiveCamera, width: number, height: number): void {
    const project = makeProjection(camera, width, height);
    this.#captions.forEach(({ at, under }, index) => {
      const span = this.#spans[index];
      if (!span) return;
      const { x, y } = project(this.#anchor(at, under ?? false));
      span.style.transform = `translate(${x}px, ${y}px) translate(-50%, -100%)`;
    });
  }

  #anchor(at: Caption["at"], under: boolean): Vector3 {
    if ("square" in at) return this.#layout.squarePosition(at.square).add(new Vector3(0, under ? -0.9 : 2.5, 0));
    const board = this.#layout.boardOfLevel(at.pin);
    return this.#layout.boardPosition(board).add(new Vector3(0, under ? -0.3 : 0.6, 0));
  }

  dispose(): void {
    this.#layer.remove();
    this.#pointer.remove();
  }
}
