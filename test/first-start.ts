import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { exampleDrives } from '#examples/drives.ts'
import { end, launch, openFolder, ready, until } from './launch.ts'

// A first start makes a database, its tables, and the example people and drives with their pictures: that takes most of its
// time. It is done once for all tests of a run, and each product that a test starts begins with a copy of what it made;
// tests of the first start itself name a folder of their own.

const place = 'DATA_OF_A_FIRST_START'

/** Starts the product once, before all tests of a project. */
export default async function setup() {
  // Another project of this run has done it.
  if (process.env[place]) return
  const dataDir = path.join(openFolder(), 'data')
  const product = await launch({ dataDir })
  try {
    await ready(product)
    await until(() => isPictured(product.url), 'the examples have their pictures')
  } finally {
    await end(product)
  }
  process.env[place] = dataDir
  return () => fs.rmSync(path.dirname(dataDir), { recursive: true, force: true })
}

/** The last thing that a first start does: the last picture of a gallery. */
async function isPictured(url: string): Promise<boolean> {
  const [, caption] = exampleDrives.flatMap(({ gallery = [] }) => gallery).at(-1)!
  const page = await fetch(`${url}/fundraiser/heal-mama-achieng`)
  return (await page.text()).includes(caption)
}

/** A folder for the data of a product that has been started before; of a new one where it brings a database along. */
export function startedBefore(folder: string, { DATABASE_URL }: Record<string, string> = {}): string {
  const dataDir = path.join(folder, 'data')
  if (!DATABASE_URL) copyFirstStart(dataDir)
  return dataDir
}

function copyFirstStart(dataDir: string): void {
  const from = process.env[place]
  // Where the database lies elsewhere, a copy would mean the same one.
  if (!from || fs.lstatSync(path.join(from, 'postgres')).isSymbolicLink()) return
  const copied = spawnSync('cp', ['-a', from, dataDir], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(`the data of a first start could not be copied: ${copied.stderr}`)
}
