import type { TestProject } from 'vitest/node'
import { openHouse } from './whole.ts'

/** One product for all browser tests. */
export default async function setup(project: TestProject) {
  if (!process.env.CHROMIUM_PATH)
    throw new Error('CHROMIUM_PATH is not set: run the browser tests with npm test, which finds a browser')
  const house = await openHouse()
  project.provide('house', house.url)
  project.provide('dataDir', house.dataDir)
  return house.stop
}

declare module 'vitest' {
  interface ProvidedContext {
    house: string
    dataDir: string
  }
}
