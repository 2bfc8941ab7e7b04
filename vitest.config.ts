import type { PluginOption } from 'vite'
import { defineConfig } from 'vitest/config'
import { plainJsx, words } from './scripts/words-macro.ts'
import { nightTag } from './test/night.ts'
import Order from './test/order.ts'

const plugins = (): PluginOption[] => [words()]
const houseRules = [
  'app/architecture.test.ts',
  'app/lengths.test.ts',
  'app/documents.test.ts',
  'app/plain-words.test.ts',
]
const never = ['**/node_modules/**', '**/build/**', '**/data/**']
// What is polled for comes when it comes: how fast the machine is, is not what these tests are about.
const patient = { poll: { timeout: 15_000 } }

export default defineConfig({
  test: {
    fsModuleCache: true,
    sequence: { sequencer: Order },
    tags: [nightTag],
    projects: [
      // The rules of the app: they read the sources and need nothing that runs.
      {
        test: {
          name: 'house',
          include: houseRules,
          exclude: never,
          testTimeout: 30_000,
        },
      },
      {
        plugins: plugins(),
        oxc: plainJsx,
        test: {
          name: 'unit',
          // They wait for the database half of the time.
          maxWorkers: 3,
          isolate: false,
          sequence: { groupOrder: 1 },
          include: ['{app,db,examples,scripts,sandbox,test}/**/*.test.{ts,tsx}', 'server.test.ts'],
          exclude: [...never, '**/*.{boot,timing}.test.ts', ...houseRules],
          globalSetup: './test/global.ts',
          setupFiles: './test/set-up.ts',
          env: { NODE_ENV: 'test', AUTH_SECRET: 'only-tests-are-signed-with-this-secret' },
          expect: patient,
          hookTimeout: 120_000,
          // Tests that die at each of a hundred places take long beside other work.
          testTimeout: 180_000,
        },
      },
      {
        // How long something takes beside something else: alone, when everything else is over.
        plugins: plugins(),
        oxc: plainJsx,
        test: {
          name: 'timing',
          include: ['app/**/*.timing.test.ts'],
          exclude: never,
          globalSetup: './test/global.ts',
          setupFiles: './test/set-up.ts',
          env: { NODE_ENV: 'test', AUTH_SECRET: 'only-tests-are-signed-with-this-secret' },
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          testTimeout: 180_000,
        },
      },
      {
        // The whole product as processes of its own: started, killed, started again. They wait half of the time, while browser
        // tests work: three files of the two projects at once.
        plugins: plugins(),
        test: {
          name: 'boot',
          include: ['scripts/*.boot.test.ts'],
          globalSetup: './test/first-start.ts',
          setupFiles: './test/keep-logs.ts',
          exclude: never,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          expect: patient,
          hookTimeout: 180_000,
          testTimeout: 180_000,
        },
      },
      {
        // A real browser, by journey.
        plugins: plugins(),
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: never,
          globalSetup: ['./test/first-start.ts', './e2e/global.ts'],
          setupFiles: ['./test/keep-logs.ts', './e2e/set-up.ts'],
          // A browser for each process, not for each file.
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          expect: patient,
          hookTimeout: 120_000,
          testTimeout: 120_000,
        },
      },
    ],
  },
})
