// Entry point: starts the app, or shows why it cannot start.
import { render } from "preact";
import { startApp } from "./startApp";
import "../styles/index.css";
import { text } from "../text";

const root = document.getElementById("page");
if (root) {
  startApp(root).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    render(
      <main class="failed">
        <h1>{text.page.notStarted}</h1>
        <p>{text.page.notStartedNote}</p>
        <details>
          <summary>{text.errors.details}</summary>
          {reason}
        </details>
      </main>,
      root,
    );
  });
}
