// Encodes the canvas as a PNG, composed over its background color.

/** Call it in the task that drew the frame: browsers clear a WebGL canvas after compositing. */
export function takeScreenshot(source: HTMLCanvasElement): Promise<Blob> {
  const { width, height } = source;
  const target = document.createElement("canvas");
  Object.assign(target, { width, height });
  const context = target.getContext("2d");
  if (!context) return Promise.reject(new Error("the browser provides no 2D canvas"));
  context.fillStyle = getComputedStyle(source).backgroundColor;
  context.fillRect(0, 0, width, height);
  context.drawImage(source, 0, 0);
  return new Promise((resolve, reject) => {
    target.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error("the canvas could not be encoded as PNG"));
    }, "image/png");
  });
}
