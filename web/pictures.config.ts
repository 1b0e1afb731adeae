// Takes the pictures that the documents show, of the built page, as the best quality draws it.
import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

export default defineConfig(base, { testDir: "pictures", timeout: 300_000, workers: 1, fullyParallel: false });
