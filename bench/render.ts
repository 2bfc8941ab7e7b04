// node bench/render.ts [folder …]   What a page costs that is rendered for its visitor: processor time of the product and of
// its database for each, every thread counted (Linux only). Folders of other versions, built, are asked in turns with this one in the
// same run: only what was measured so is compared. ROUNDS=9 EACH=200 are the usual sizes, ONLY=word chooses pages.
import { rmSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { ensureBuild } from '../scripts/build.ts'
import { end, launch, openFolder, type Product, ready, signIn } from '../test/launch.ts'
import { found } from './found.ts'
import { fillDrive, slug } from './full-drive.ts'
import { median, spent } from './processor.ts'

const rounds = Number(process.env.ROUNDS ?? 9)
const each = Number(process.env.EACH ?? 200)
const atOnce = 8
const here = path.dirname(import.meta.dirname)
const folders = [...process.argv.slice(2).map((folder) => path.resolve(folder)), here]

type Page = { name: string; path: string; cookie: (house: House) => string }
type House = { product: Product; agent: http.Agent; owner: string }

/** The mark of a visitor who has commented: they get no page that is kept for all. */
const acted = () => 'acted=1; theme=dark'
const pages: Page[] = [
  { name: 'public page', path: `/fundraiser/${slug}`, cookie: acted },
  { name: 'its comments', path: `/fundraiser/${slug}?tab=comments`, cookie: acted },
  { name: 'its gifts', path: `/fundraiser/${slug}?tab=donations`, cookie: acted },
  { name: 'its data', path: `/fundraiser/${slug}.data`, cookie: acted },
  { name: 'public page, its owner', path: `/fundraiser/${slug}`, cookie: ({ owner }: House) => owner },
  { name: 'owner: home', path: `/fund-drive/${slug}/home`, cookie: ({ owner }: House) => owner },
].filter(({ name }) => name.includes(process.env.ONLY ?? ''))

await ensureBuild()
const houses: House[] = []
try {
  for (const folder of folders) houses.push(await open(folder))
  console.log(`load ${os.loadavg()[0]!.toFixed(1)}, ${rounds} rounds of ${each}, ${atOnce} at once`)
  console.log(`| ms of processor, product + database | ${folders.map((folder) => path.basename(folder)).join(' | ')} |`)
  console.log(`| --- | ${folders.map(() => '--:').join(' | ')} |`)
  for (const page of pages) console.log(`| ${page.name} | ${(await measured(page)).join(' | ')} |`)
} finally {
  for (const { product, agent } of houses) {
    agent.destroy()
    await end(product)
    rmSync(path.dirname(product.dataDir), { recursive: true, force: true })
  }
}

async function open(cwd: string): Promise<House> {
  const dataDir = path.join(openFolder(), 'data')
  const product = await launch({ cwd, dataDir, env: { LOG_LEVEL: 'info', TRUST_PROXY: '1' } })
  await ready(product)
  await fillDrive({ dataDir })
  return { product, agent: new http.Agent({ keepAlive: true, maxSockets: atOnce }), owner: await signIn(product) }
}

/** The medians of all rounds, version by version; the first round only warms. */
async function measured(page: Page): Promise<string[]> {
  const times = houses.map(() => [] as [number, number][])
  for (let round = 0; round <= rounds; round++)
    for (const [nr, house] of houses.entries()) {
      const before = spent(house.product.child.pid!)
      await asked(house, page, each)
      const after = spent(house.product.child.pid!)
      if (round > 0) times[nr]!.push([after.product - before.product, after.database - before.database])
    }
  const medians = times.map((all) => [0, 1].map((which) => median(all.map((time) => time[which]!)) / each))
  const [product, database] = medians.at(-1)!
  found({
    goal: `rendered: ${page.name}`,
    wanted: '≤ 4 ms',
    figure: `${product!.toFixed(2)} ms, and ${database!.toFixed(2)} of the database`,
    met: product! <= 4,
  })
  return medians.map((both) => both.map((one) => one.toFixed(2)).join(' + '))
}

async function asked(house: House, page: Page, many: number) {
  let left = many
  const line = async () => {
    while (left-- > 0) await ask(house, page)
  }
  await Promise.all(Array.from({ length: atOnce }, line))
}

function ask(house: House, { path, cookie }: Page) {
  const { agent, product } = house
  const headers = {
    cookie: cookie(house),
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': 'en',
  }
  return new Promise<void>((resolve, reject) => {
    http
      .get(product.url + path, { agent, headers }, (answer) => {
        answer.resume().once('end', resolve).once('error', reject)
        if (answer.statusCode !== 200 && answer.statusCode !== 202) reject(new Error(`${path}: ${answer.statusCode}`))
      })
      .once('error', reject)
  })
}
