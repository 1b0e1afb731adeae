// Entry point: starts the app, or shows why it cannot start.
import { render } from "preact";
import { startApp } from "./panels/startApp";
import "./styles/index.css";

const root = document.getElementById("page");
if (root) {
  startApp(root).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    render(
      <main class="failed">
        <h1>Tri-D could not start</h1>
        <p>{reason}</p>
        <p>It needs a browser of the last few years, with WebAssembly.</p>
      </main>,
      root,
    );
  });
}
