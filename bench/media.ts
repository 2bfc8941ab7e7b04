// node bench/media.ts   How much memory twenty uploads at once take, and how long they take: the built product with its
// example people, forms as browsers send them. Linux only, because it reads /proc. With an argument, only the kinds with that in their name.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { ensureBuild } from '../scripts/build.ts'
import { signIn } from '../test/launch.ts'
import { memoryOf } from '../test/memory.ts'
import { padded, photo } from '../test/pictures.ts'

const port = Number(process.env.PORT ?? 4119)
const url = `http://127.0.0.1:${port}`
const max = 5 * 1024 * 1024
const soft = async (width: number, height: number) =>
  sharp(
    await photo(width / 20, height / 20)
      .png()
      .toBuffer(),
  ).resize(width, height, { fit: 'fill', kernel: 'cubic' })

await ensureBuild()
const kinds: [string, Buffer][] = [
  ['no picture, 5 MB', padded(Buffer.from('hello'), max)],
  [
    'photo of 12 MP on its side, 5 MB',
    padded(await (await soft(4000, 3000)).withMetadata({ orientation: 6 }).jpeg().toBuffer(), max),
  ],
  ['JPEG of 40 MP, 5 MB', padded(await (await soft(8000, 5000)).jpeg({ quality: 50 }).toBuffer(), max)],
  ['progressive JPEG of 40 MP', await (await soft(8000, 5000)).jpeg({ quality: 50, progressive: true }).toBuffer()],
  [
    'PNG of 40 MP, interlaced',
    await sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#963' } })
      .png({ progressive: true })
      .toBuffer(),
  ],
  [
    'AVIF of 40 MP',
    await sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#963' } })
      .avif({ effort: 0 })
      .toBuffer(),
  ],
]
console.log(
  '| twenty at once | kept | no picture | come back later | seconds | server MB | decoder MB | together MB |\n| --- | --: | --: | --: | --: | --: | --: | --: |',
)
const wanted = process.argv[2] ?? ''
for (const [name, bytes] of kinds) if (name.includes(wanted)) await measure(name, bytes)

/** Each kind in a product of its own, so that none profits from the one before. */
async function measure(name: string, bytes: Buffer) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-bench-'))
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
  }
  const child = spawn(process.execPath, ['scripts/start.ts'], { env, stdio: 'ignore' })
  try {
    while ((await fetch(`${url}/readyz`).catch(() => undefined))?.status !== 200) await pause(200)
    const cookie = await signIn({ url })
    await pause(5000)
    const memory = memoryOf(child.pid!)
    const began = performance.now()
    const all = await Promise.all(Array.from({ length: 20 }, (_, nr) => upload(cookie, bytes, `10.88.${nr}.1`)))
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const { server, decoders, most } = memory.stop()
    const count = (wanted: number) => all.filter((status) => status === wanted).length
    console.log(
      `| ${name} | ${count(200)} | ${count(422)} | ${count(503)} | ${seconds} | ${server} | ${decoders} | ${most} |`,
    )
  } finally {
    child.kill('SIGTERM')
    await new Promise((ended) => child.once('close', ended))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function upload(cookie: string, bytes: Buffer, from: string): Promise<number> {
  const body = new FormData()
  body.set('image', new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }))
  const headers = { origin: url, cookie, accept: 'application/json', 'x-forwarded-for': from }
  const answer = await fetch(`${url}/dashboard/picture`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  return answer.status
}

function pause(ms: number) {
  return new Promise((go) => setTimeout(go, ms))
}
