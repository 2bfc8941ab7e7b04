import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decoded, decoderUser } from './decoding.server.ts'

const root = 'root:x:0:0:root:/root:/bin/sh'
const nobody = 'nobody:x:65534:65534::/:/bin/false'
const ours = 'harambee-pictures:x:990:991::/:/bin/false'
const postgres = 'postgres:x:101:103::/var/lib/postgresql:/bin/sh'

test.each<[string, string[], boolean, object]>([
  ['not root: as ourselves', [root, nobody, postgres], false, {}],
  ['root: nobody', [root, nobody, postgres], true, { uid: 65534, gid: 65534 }],
  ['a user made for it', [root, nobody, postgres, ours], true, { uid: 990, gid: 991 }],
  ['nobody has the database: another one', [root, nobody, 'www-data:x:33:33::/:/bin/sh'], true, { uid: 33, gid: 33 }],
  ['nobody else: as ourselves', [root], true, {}],
  ['never a second root', [root, postgres, 'nobody:x:0:0::/:/bin/sh'], true, {}],
])('%s', (_, list, asRoot, wanted) => {
  expect(decoderUser(list.join('\n'), asRoot)).toEqual(wanted)
})

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a picture is decoded by a process of that user, without rank or other groups',
  async () => {
    const create = { width: 40, height: 30, channels: 3, background: '#a33' } as const
    const bytes = await sharp({ create }).png().toBuffer()
    expect(await decoded({ bytes, widths: [20], formats: ['webp'] })).toMatchObject({ width: 20, height: 15 })
    const { uid, gid } = decoderUser()
    expect(uid).toBeGreaterThan(0)
    const status = statusOfDecoder()
    expect(status.Uid).toBe(`${uid} ${uid} ${uid} ${uid}`)
    expect(status.Gid).toBe(`${gid} ${gid} ${gid} ${gid}`)
    expect(status.CapEff).toBe('0000000000000000')
    expect(status.Groups ?? '').toBe('')
  },
)

/** What the kernel says of our child that decodes pictures. */
function statusOfDecoder(): Record<string, string> {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
    try {
      if (!read('cmdline').includes('decoder.server.mjs')) continue
      const lines = read('status').split('\n')
      const status = Object.fromEntries(
        lines.map((line) => line.split(':\t').map((part) => part.trim().replace(/\s+/g, ' '))),
      )
      if (status.PPid === String(process.pid)) return status
    } catch {
      // It ended meanwhile.
    }
  }
  throw new Error('no decoder runs')
}
