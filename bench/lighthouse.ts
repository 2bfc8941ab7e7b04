// node bench/lighthouse.ts   What Lighthouse says of the public page on a phone: an example drive with ten pictures and
// thirty comments. Lighthouse is fetched when it is asked for (117 MB), it is no part of the product.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openHouse } from '../e2e/whole.ts'
import { findBrowser } from '../scripts/browser.ts'
import { ensureBuild } from '../scripts/build.ts'
import { fillDrive, slug } from './full-drive.ts'

type Audit = {
  id: string
  title: string
  score: number | null
  displayValue?: string
  scoreDisplayMode: string
  details?: { items?: unknown }
}
type Category = { title: string; score: number; auditRefs: { id: string; weight: number }[] }
type Report = { categories: Record<string, Category>; audits: Record<string, Audit> }

const chrome = '--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking --disable-sync'

await ensureBuild()
const browser = findBrowser()
const house = await openHouse()
const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-lighthouse-'))
try {
  await fillDrive(house)
  const paths = process.argv.slice(2)
  for (const page of paths.length > 0 ? paths : [`/fundraiser/${slug}`]) print(page, measured(house.url + page))
} finally {
  await house.stop()
  rmSync(folder, { recursive: true, force: true })
}

function measured(url: string): Report {
  const file = path.join(folder, 'report.json')
  const done = spawnSync(
    'npx',
    [
      '--yes',
      'lighthouse@13.5.0',
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${chrome}`,
    ],
    { encoding: 'utf8', env: { ...process.env, CHROME_PATH: browser }, cwd: folder },
  )
  if (done.status !== 0) throw new Error(`Lighthouse ended with ${done.status}:\n${done.stdout}${done.stderr}`)
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

function print(page: string, { categories, audits }: Report) {
  console.log(`\n${page}`)
  for (const { title, score } of Object.values(categories))
    console.log(`  ${title.padEnd(20)}${Math.round(score * 100)}`)
  for (const id of [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
    'speed-index',
  ])
    console.log(`  ${audits[id]?.title.padEnd(28)}${audits[id]?.displayValue}`)
  console.log('  not passed:')
  for (const { title, auditRefs } of Object.values(categories))
    for (const { id, weight } of auditRefs) {
      const audit = audits[id]!
      if (audit.score === null || audit.score >= 0.9 || audit.scoreDisplayMode === 'informative') continue
      console.log(`  - ${title}, ${id} (weight ${weight}): ${audit.title} ${audit.displayValue ?? ''}`)
      const items = audit.details?.items
      for (const item of Array.isArray(items) ? items.slice(0, 4) : [])
        console.log(`      ${JSON.stringify(item).slice(0, 300)}`)
    }
}
