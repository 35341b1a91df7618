import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/cli/**/*.test.ts'],
    globalSetup: ['test/helpers/build.ts', 'test/helpers/real-home.ts'],
    // A test of the built program starts many processes; a loaded machine is slow with each.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
