// The page in a real browser: the built page, served as any static host would, in software rendering.
import { defineConfig } from "@playwright/test";

const port = Number(process.env["PORT"] ?? 4173);

export default defineConfig({
  testDir: "e2e",
  timeout: 90_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A machine that checks other things at the same time may be slow to paint; a test that fails three times is wrong.
  retries: process.env["CI"] ? 2 : 0,
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    // What a test holds back must not come from a cache; the test of working offline allows them.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
    },
  },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});
