// What `cargo xtask bench web` runs: the same browser as the tests, one thing at a time, and nothing recorded meanwhile.
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
