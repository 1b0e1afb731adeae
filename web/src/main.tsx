// Starts the page: the rules, the table, the views.
import { render } from "preact";
import { startApp } from "./panels/startApp";
import "./styles/index.css";

const root = document.getElementById("page");
if (root) {
  startApp(root).catch((failure: unknown) => {
    const reason = failure instanceof Error ? failure.message : String(failure);
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
