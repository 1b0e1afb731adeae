// Configures the browser tests: the built page on a static server, in software rendering.
import { defineConfig } from "@playwright/test";

const port = Number(process.env["PORT"] ?? 4173);

export default defineConfig({
  testDir: "e2e",
  // Long enough for a machine that is busy with other things. Tests wait on what the page shows, never on time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    // Tests that hold a request back must not get the file from a cache. The test of offline use allows service workers.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
    },
  },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    timeout: 120_000,
    reuseExistingServer: false,
  },
});
