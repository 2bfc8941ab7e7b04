import fs from 'node:fs'
import http from 'node:http'
import { openHouse } from '../e2e/whole.ts'
import { addDrive, addGuest, addRequest } from './budget-drive.ts'
import { ensureBuild } from './build.ts'

// Weighs the pages that visitors come to as a browser with brotli would fetch them, and compares with the limits in
// budget.json. `--write` notes today's figures there.

/**
 * A static page fetches most of its script when it is touched; in Swahili its words, too. `ownScript` is what a page fetches
 * that the drive's page, from which its visitors come, has not fetched, without the lines before the files.
 */
type Part =
  | 'htmlAndCss'
  | 'scriptBeforeTouch'
  | 'scriptWhenTouched'
  | 'scriptWhenTouchedInSwahili'
  | 'ownScript'
  | 'fonts'
type Weight = Partial<Record<Part, number>>
type Budget = { pages: Page[] }
/** The file of a tab is fetched when the page is touched: nothing in the page names it. */
type Page = { page: string; tab?: string; limits: Weight; today: Weight }

/** The bytes that travel: those of the file, and those of the lines before it. */
function fetchRaw(url: string): Promise<{ bytes: number; head: number }> {
  return new Promise((resolve, reject) => {
    const asked = http.get(
      url,
      { headers: { 'accept-encoding': 'br', 'user-agent': 'Mozilla/5.0 budget' } },
      (answer) => {
        let bytes = 0
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
        const line = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`
        const { rawHeaders } = answer
        const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))
        const head = Buffer.byteLength([line, ...lines, '', ''].join('\r\n'))
        answer.on('end', () => resolve({ bytes, head }))
      },
    )
    asked.on('error', reject)
  })
}

/** The file of a tab, and what it brings along. */
async function filesOfTab(base: string, tab: string, scripts: string[]): Promise<string[]> {
  const files = new Set<string>()
  const textOf = async (file: string) => (await fetch(base + file)).text()
  const code = (await Promise.all(scripts.map(textOf))).join('\n')
  const add = async (name: string) => {
    const file = `/assets/${name}`
    if (files.has(file)) return
    files.add(file)
    for (const [, other] of (await textOf(file)).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) await add(other!)
  }
  const found = new RegExp(`import\\(["'\`]\\./(${tab}-[^"'\`]+\\.js)`).exec(code)?.[1]
  if (!found) throw new Error(`no script of the page fetches the tab '${tab}'`)
  await add(found)
  return [...files]
}

const htmlOf = async (url: string, language: string) =>
  (await fetch(url, { headers: { 'accept-language': language } })).text()

/** Where visitors come from. */
const from = '/fundraiser/weighed'

async function weigh(base: string, { page, tab }: Page): Promise<Record<Part, number>> {
  const html = await htmlOf(base + page, 'en')
  const all = (pattern: RegExp, text = html) => [...new Set([...text.matchAll(pattern)].map((found) => found[1]!))]
  const styles = all(/href="([^"#]+\.css)#?"/g)
  // The list that the document names is asked about, and not fetched.
  const scripts = (text: string) => all(/["' ](\/assets\/[^"' ]+\.js)(?=["' ])/g, text.replace(/<html[^>]*>/, ''))
  const atOnce = html.replace(/<script[^>]* id="react".*?<\/script>/s, '')
  const css = await Promise.all(styles.map(async (file) => (await fetch(base + file)).text()))
  const fonts = all(/url\(["']?([^"')]+\.woff2)["']?\)/g, css.join('\n'))
  const touched = async (html: string) => {
    const files = scripts(html)
    return [...new Set([...files, ...(tab ? await filesOfTab(base, tab, files) : [])])]
  }
  const sum = async (files: string[], heads = false) =>
    (await Promise.all(files.map((file) => fetchRaw(base + file)))).reduce(
      (total, { bytes, head }) => total + bytes + (heads ? head : 0),
      0,
    )
  const before = scripts(await htmlOf(base + from, 'en'))
  return {
    htmlAndCss: await sum([page, ...styles]),
    scriptBeforeTouch: await sum(scripts(atOnce), true),
    scriptWhenTouched: await sum(await touched(html), true),
    scriptWhenTouchedInSwahili: await sum(await touched(await htmlOf(base + page, 'sw')), true),
    ownScript: await sum(scripts(html).filter((file) => !before.includes(file))),
    fonts: await sum(fonts),
  }
}

await ensureBuild()
const { pages } = JSON.parse(fs.readFileSync('budget.json', 'utf8')) as Budget
const house = await openHouse()
try {
  await addDrive(house)
  const paths: Record<string, string> = {
    '/pay/:reference': await addRequest(house),
    '/i/:link': await addGuest(house),
  }
  for (const one of pages) {
    const weighed = await weigh(house.url, { ...one, page: paths[one.page] ?? one.page })
    for (const part of Object.keys(one.limits) as Part[]) one.today[part] = weighed[part]
  }
} finally {
  await house.stop()
}

let over = false
for (const { page, limits, today } of pages) {
  console.log(page)
  for (const part of Object.keys(limits) as Part[]) {
    const [bytes, most] = [today[part] ?? 0, limits[part] ?? 0]
    // A part that weighs nothing was not found, unless it may weigh nothing: a static page has no script.
    const tooMuch = bytes > most || (bytes === 0 && most > 0)
    over ||= tooMuch
    const [weight, limit] = [bytes, most].map((one) => (one / 1000).toFixed(1))
    console.log(`${tooMuch ? 'OVER' : 'ok  '} ${part}: ${weight} kB of ${limit} kB`)
  }
}
if (process.argv.includes('--write')) fs.writeFileSync('budget.json', `${JSON.stringify({ pages }, null, 2)}\n`)
process.exit(over ? 1 : 0)
