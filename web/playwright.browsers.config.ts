// Configures the test of several browsers: one after the other, on the same static server as the usual tests.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

export default defineConfig({ ...tests, testDir: "browsers", workers: 1, fullyParallel: false });
