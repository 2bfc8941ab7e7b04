import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { openHouse } from './house.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** One product and one browser for all browser tests; every visitor has a browser profile of their own. */
export default async function setup(project: TestProject) {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath)
    throw new Error('CHROMIUM_PATH is not set: run the browser tests with npm test, which finds a browser')
  const house = await openHouse()
  const browser = await chromium.launchServer({ executablePath, args: flags })
  project.provide('house', house.url)
  project.provide('dataDir', house.dataDir)
  project.provide('browser', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await house.stop()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    house: string
    dataDir: string
    browser: string
  }
}
