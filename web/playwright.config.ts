// Configures everything that runs the built page in a browser: the tests, those of several browsers, the measurements of
// `cargo xtask bench web` and the screenshots of the documentation. They use a static server and software rendering.
import { defineConfig, type Project } from "@playwright/test";

const port = Number(process.env["PORT"] ?? 4173);

/** One test at a time, each with time for slow work. */
const alone: Omit<Project, "name"> = { workers: 1, fullyParallel: false, timeout: 300_000 };

export default defineConfig({
  projects: [
    { name: "e2e", testDir: "e2e" },
    { ...alone, name: "browsers", testDir: "browsers" },
    { ...alone, name: "bench", testDir: "bench", use: { trace: "off" } },
    { ...alone, name: "screenshots", testDir: "screenshots" },
  ],
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
