import fs from 'node:fs'
import http from 'node:http'
import { openHouse } from '../e2e/house.ts'
import { addDrive } from './budget-drive.ts'
import { ensureBuild } from './build.ts'

// Weighs the pages that visitors come to as a browser with brotli would fetch them, and compares with the limits in
// budget.json. `--write` notes today's figures there.

type Part = 'htmlAndCss' | 'javaScript' | 'fonts'
type Weight = Record<Part, number>
type Budget = { pages: { page: string; limits: Weight; today: Weight }[] }

/** The bytes that travel, and the text they stand for. */
function fetchRaw(url: string): Promise<{ bytes: number; encoding: string }> {
  return new Promise((resolve, reject) => {
    const asked = http.get(
      url,
      { headers: { 'accept-encoding': 'br', 'user-agent': 'Mozilla/5.0 budget' } },
      (answer) => {
        let bytes = 0
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
        answer.on('end', () => resolve({ bytes, encoding: answer.headers['content-encoding'] ?? 'none' }))
      },
    )
    asked.on('error', reject)
  })
}

async function weigh(base: string, page: string): Promise<Record<Part, number>> {
  const html = await (await fetch(base + page)).text()
  const all = (pattern: RegExp, text = html) => [...new Set([...text.matchAll(pattern)].map((found) => found[1]!))]
  const styles = all(/href="([^"#]+\.css)#?"/g)
  const scripts = all(/["']((?:\/assets\/)[^"']+\.js)["']/g)
  const css = await Promise.all(styles.map(async (file) => (await fetch(base + file)).text()))
  const fonts = all(/url\(["']?([^"')]+\.woff2)["']?\)/g, css.join('\n'))
  const sum = async (files: string[]) =>
    (await Promise.all(files.map((file) => fetchRaw(base + file)))).reduce((total, one) => total + one.bytes, 0)
  return { htmlAndCss: await sum([page, ...styles]), javaScript: await sum(scripts), fonts: await sum(fonts) }
}

await ensureBuild()
const { pages } = JSON.parse(fs.readFileSync('budget.json', 'utf8')) as Budget
const house = await openHouse()
try {
  await addDrive(house)
  for (const one of pages) one.today = await weigh(house.url, one.page)
} finally {
  await house.stop()
}

let over = false
for (const { page, limits, today } of pages) {
  console.log(page)
  for (const part of Object.keys(limits) as Part[]) {
    const tooMuch = today[part] > limits[part] || today[part] === 0
    over ||= tooMuch
    const [weight, limit] = [today[part], limits[part]].map((bytes) => (bytes / 1000).toFixed(1))
    console.log(`${tooMuch ? 'OVER' : 'ok  '} ${part}: ${weight} kB of ${limit} kB`)
  }
}
if (process.argv.includes('--write')) fs.writeFileSync('budget.json', `${JSON.stringify({ pages }, null, 2)}\n`)
process.exit(over ? 1 : 0)
