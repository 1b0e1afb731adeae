// Configures the screenshots of the built page that the documentation shows: best quality, one at a time.
import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

export default defineConfig(base, { testDir: "screenshots", timeout: 300_000, workers: 1, fullyParallel: false });
