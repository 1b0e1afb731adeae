// Configures `cargo xtask bench web`: the browser of the tests, one test at a time, without traces.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

export default defineConfig({
  ...tests,
  testDir: "bench",
  workers: 1,
  fullyParallel: false,
  timeout: 300_000,
  use: { ...tests.use, trace: "off" },
});
