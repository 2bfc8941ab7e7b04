import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { runningPostgres } from '#app/platform/postgres/postgres.server.ts'
import { unsealBytes } from '#app/platform/settings/secret.server.ts'
import { jpegWith } from '#test/pictures.ts'
import { ask, freshFolder, type Product, placeOf, signIn, startReady } from '#test/product.ts'
import { runCommand } from '#test/run-command.ts'
import { ensureBuild } from './build.ts'

// Photos of papers, as the built product keeps them: nothing of a photo lies readable anywhere, also not in a backup.

beforeAll(() => ensureBuild())

/** Stands in each file that is sent. A PDF is refused; of a photo only the pixels are kept. */
const mark = 'harambee-paper-of-Amina-Yusuf-30112026'

/** No two pieces of such a picture are alike, as in a photo, and unlike in a drawing. */
const noise = sharp({
  create: {
    width: 900,
    height: 640,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 50 },
  },
})

async function send({ url }: Product, { cookie, slug }: { cookie: string; slug: string }, file: File): Promise<number> {
  const form = new FormData()
  form.set('purpose', 'identity')
  form.set('photo', file)
  const headers = { cookie, origin: url }
  const answer = await fetch(`${url}/fund-drive/${slug}/papers`, {
    method: 'POST',
    headers,
    body: form,
    redirect: 'manual',
  })
  await answer.arrayBuffer()
  return answer.status
}

const pieces = 6
/** Pieces of bytes that no other file has. Each is shorter than the pieces into which a database cuts a long value. */
function piecesOf(bytes: Buffer): Buffer[] {
  const apart = Math.floor((bytes.length - 1000) / pieces)
  return Array.from({ length: pieces }, (_, at) => bytes.subarray(800 + at * apart, 832 + at * apart))
}

/** How a piece may be written: as it is, or as a dump, a log or a mail writes bytes. Base64 has three beginnings. */
const waysOf = (piece: Buffer): Buffer[] => [
  piece,
  Buffer.from(piece.toString('hex')),
  ...[0, 1, 2].map((at) => Buffer.from(piece.subarray(at, at + 24).toString('base64'))),
]

/** The number of pieces that stand in one of these. */
const foundIn = (pieces: Buffer[], all: Iterable<Buffer>): number => {
  const found = new Set<number>()
  for (const bytes of all)
    for (const [at, piece] of pieces.entries()) if (waysOf(piece).some((one) => bytes.includes(one))) found.add(at)
  return found.size
}

/** Every file of a folder. */
function* filesIn(folder: string): Generator<Buffer> {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) yield* bytesOf(path.join(entry.parentPath, entry.name))
}

/** Nothing of a file that Postgres has just deleted, such as a cache of its own. */
function* bytesOf(file: string): Generator<Buffer> {
  try {
    yield fs.readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Returns every row of every table as text, as a dump has it. */
async function dumped(product: Product): Promise<Buffer[]> {
  const client = new pg.Client(runningPostgres(placeOf(product))!.url)
  await client.connect()
  const tables = await client.query<{ name: string }>(`select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'm') and nspname not like 'pg\\_%'`)
  const all: Buffer[] = []
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ text: string | null }>(
      `select string_agg(t::text, '') as text from ${name} t`,
    )
    all.push(Buffer.from(rows[0]!.text ?? ''))
  }
  await client.end()
  return all
}

test('of the photo of a paper nothing is readable in the data, a backup, a dump and the log [T1697]', {
  timeout: 240_000,
}, async () => {
  const product = await startReady()
  const cookie = await signIn(product)
  const [drive] = (await ask(
    product,
    `select d.id, d.slug from fund_drives d join users u on u.id = d.user_id
    where u.email = 'owner@harambee.test' and d.published_at is not null order by d.created_at limit 1`,
  )) as [{ id: string; slug: string }]
  const own = { cookie, slug: drive.slug }
  const jpeg = await jpegWith(await noise.jpeg().toBuffer(), mark)
  const as = (bytes: Buffer | string, type: string, name: string) =>
    new File([new Uint8Array(Buffer.from(bytes as string))], name, { type })
  expect(await send(product, own, as(jpeg, 'image/jpeg', 'id.jpg'))).toBeLessThan(400)
  const pdf = `%PDF-1.4\n1 0 obj<</Title(${mark})>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`
  for (const [type, name] of [
    ['application/pdf', 'bill.pdf'],
    ['image/jpeg', 'bill.jpg'],
  ] as const)
    expect(await send(product, own, as(pdf, type, name))).toBe(422)

  const papers = (await ask(product, `select purpose, bytes from papers where fund_drive_id = '${drive.id}'`)) as {
    purpose: string
    bytes: Buffer
  }[]
  expect(papers).toHaveLength(1)
  const secret = fs.readFileSync(path.join(product.dataDir, 'secret'), 'utf8').trim()
  // Bytes that no key opens are taken for the photo itself.
  const [{ purpose, bytes }] = papers as [(typeof papers)[number]]
  const kept = unsealBytes(secret, `paper ${drive.id} ${purpose}`, bytes) ?? bytes
  expect(createHash('sha256').update(kept).digest('hex')).not.toBe(createHash('sha256').update(jpeg).digest('hex'))

  const copy = path.join(freshFolder(), 'copy')
  expect(await runCommand('backup', [copy], { DATA_DIR: product.dataDir })).toMatchObject({ status: 0 })
  const places: [string, () => Iterable<Buffer>][] = [
    ['the data', () => filesIn(fs.realpathSync(product.dataDir))],
    ['the database', () => filesIn(placeOf(product))],
    ['the backup', () => filesIn(copy)],
    ['the log', () => [Buffer.from(product.said())]],
  ]
  const dump = await dumped(product)
  places.push(['a dump', () => dump])
  for (const [name, all] of places) {
    expect([name, foundIn([...piecesOf(kept), ...piecesOf(jpeg), Buffer.from(mark)], all())]).toEqual([name, 0])
    // The search finds the sealed bytes, which are there.
    const sealed = foundIn(piecesOf(bytes), all())
    if (['the database', 'the backup', 'a dump'].includes(name))
      expect([name, sealed > pieces / 2]).toEqual([name, true])
  }
})
