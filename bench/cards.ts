// node bench/cards.ts   What the pictures and the paper of an invitation cost: the built product, a gathering of a thousand guests,
// asked one after the other. Linux only, because the memory of the server is read.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { ask } from '../e2e/database.ts'
import { ensureBuild } from '../scripts/build.ts'
import { end, launch, openFolder, ready, signIn } from '../test/launch.ts'
import { memoryOf } from '../test/memory.ts'
import { found, load } from './found.ts'
import { median } from './processor.ts'

const styles = ['solemn', 'celebration', 'church', 'school', 'corporate']
const guests = 1000
const rounds = Number(process.env.ROUNDS ?? 15)

const ms = (figure: number) => `${figure.toFixed(0)} ms`
let visitors = 0

await ensureBuild()
const dataDir = path.join(openFolder(), 'data')
const product = await launch({ dataDir, env: { TRUST_PROXY: '1' } })
try {
  await ready(product)
  await fill()
  console.log(`load ${load()}`)
  console.log('| style | general card, ms | kB | a guest’s, first, ms | a guest’s, ms | kB |')
  console.log('| --- | --: | --: | --: | --: | --: |')
  const all: Awaited<ReturnType<typeof pictures>>[] = []
  for (const style of styles) all.push(await pictures(style))
  const most = (of: (one: (typeof all)[number]) => number) => Math.max(...all.map(of))
  const general = most(({ drawn }) => drawn)
  found({ goal: 'a general card is drawn', wanted: '≤ 400 ms', figure: ms(general), met: general <= 400 })
  const named = most((one) => one.named)
  found({ goal: 'a guest’s card is drawn', wanted: '≤ 60 ms', figure: ms(named), met: named <= 60 })
  const large = most(({ bytes }) => bytes) / 1000
  found({ goal: 'a card weighs', wanted: '≤ 250 kB', figure: `${large.toFixed(0)} kB`, met: large <= 250 })
  await paper()
} finally {
  await end(product)
  rmSync(path.dirname(product.dataDir), { recursive: true, force: true })
}

/** A gathering of the example owner's with one occasion and its guests. */
async function fill(): Promise<void> {
  await ask(
    product,
    `insert into gatherings (user_id, slug, title, hosts, style, language)
     select id, 'bench', 'Wanjikũ & Kamau', 'The families of Njoroge and Mwangi', 'solemn', 'en' from users where email = 'owner@harambee.test'`,
    [],
  )
  await ask(
    product,
    `insert into occasions (gathering_id, no, kind, name, zone, starts_local, place, landmark, party_most, plus_ones, shared)
     select id, 1, 'wedding', 'Wedding', 'Africa/Nairobi', now() + interval '30 days', 'Karen Country Lodge', 'Opposite the petrol station', 4, 0, true
     from gatherings where slug = 'bench'`,
    [],
  )
  await ask(
    product,
    `insert into supporters (gathering_id, name, link, language, origin)
     select id, 'Gĩthũngũri wa Njoroge ' || n, 'b' || lpad(translate(n::text, '01', 'xy'), 11, 'a'), 'en', 'host'
     from gatherings, generate_series(1, ${guests}) n where slug = 'bench'`,
    [],
  )
  await ask(
    product,
    `insert into invitations (occasion_id, supporter_id, seats, state, code)
     select o.id, s.id, 4, 'invited', 'B' || lpad(translate((row_number() over ())::text, '01', 'XY'), 5, 'A')
     from gatherings g join occasions o on o.gathering_id = g.id join supporters s on s.gathering_id = g.id where g.slug = 'bench'`,
    [],
  )
}

async function pictures(style: string) {
  // A title of its own makes a version that nobody has drawn yet.
  const draw = async (nr: number) => {
    await ask(product, `update gatherings set style = $1, title = $2 where slug = 'bench'`, [
      style,
      `Wanjikũ & Kamau ${nr}`,
    ])
    const address = (await get('/invitation/bench/card/now.jpg')).headers.get('location')!
    return timed(address)
  }
  const drawn = []
  for (let nr = 0; nr < rounds; nr++) drawn.push(await draw(nr))
  const [{ link }] = (await ask(
    product,
    "select link from supporters where link like 'b%' and name like 'Gĩthũngũri%' order by name limit 1",
    [],
  )) as [{ link: string }]
  const first = await timed(`/i/${link}/card.jpg`)
  const named = []
  for (let nr = 0; nr < rounds; nr++) named.push(await timed(`/i/${link}/card.jpg`))
  const one = {
    drawn: median(drawn.map((each) => each.took)),
    bytes: Math.max(...drawn.map((each) => each.bytes), ...named.map((each) => each.bytes)),
    named: median(named.map((each) => each.took)),
  }
  const kB = (each: { bytes: number }) => (each.bytes / 1000).toFixed(0)
  console.log(
    `| ${[style, one.drawn.toFixed(0), kB(drawn.at(-1)!), first.took.toFixed(0), one.named.toFixed(0), kB(named[0]!)].join(' | ')} |`,
  )
  return one
}

async function paper(): Promise<void> {
  const cookie = await signIn(product)
  const memory = memoryOf(product.child.pid!)
  const before = memory.stop().server
  console.log('\n| paper for 1,000 guests | seconds | MB | server grew by, MB |\n| --- | --: | --: | --: |')
  for (const file of ['cards', 'list']) {
    const watched = memoryOf(product.child.pid!)
    const { took, bytes } = await timed(`/gathering/bench/door/${file}.pdf`, cookie)
    const grew = watched.stop().server - before
    console.log(`| ${file}.pdf | ${(took / 1000).toFixed(1)} | ${(bytes / 1e6).toFixed(1)} | ${grew.toFixed(0)} |`)
    if (file !== 'cards') continue
    const figure = `${(took / 1000).toFixed(1)} s`
    found({ goal: '1,000 cards as a PDF', wanted: '≤ 20 s', figure, met: took <= 20_000 })
  }
}

/** Each time from another network, so that nobody is told to wait. */
function get(to: string, cookie = '') {
  const network = `10.1.${visitors >> 8}.${visitors++ & 255}`
  const headers = { cookie, 'user-agent': 'WhatsApp/2', 'x-forwarded-for': network }
  return fetch(`${product.url}${to}`, { redirect: 'manual', headers })
}

async function timed(to: string, cookie = '') {
  const begin = performance.now()
  const answer = await get(to, cookie)
  const { byteLength: bytes } = await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${to}: ${answer.status}`)
  return { took: performance.now() - begin, bytes }
}
