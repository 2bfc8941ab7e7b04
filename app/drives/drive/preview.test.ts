import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { frameFor, frames } from '#app/drives/drive/campaign/share-card.tsx'
import { copyAddress } from '#app/kit/picture.ts'
import { useStore } from '#app/platform/pictures/media.server.ts'
import type { Store } from '#app/platform/pictures/store.server.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { drawDrivePreview, previewOfDrive, previewVersion } from './preview-picture.server.ts'

leavesSomethingBehind()

type Aimed = { focus?: { x: number; y: number } | null } | null
const drive = {
  picture: null as Aimed,
  slug: 'heal-mama',
  title: 'heal mama achieng',
  slogan: 'unity is power',
  image: null as string | null,
  collects: true,
  goal: 1000_00,
  raised: 0,
  recordedShown: 0,
}
const asked: string[] = []
/** The photo that the store holds: noise when nothing else is put here. */
let stored: Buffer | undefined
const photo = copyAddress(`drives/${'a'.repeat(32)}`, 1280, 'jpg')

beforeAll(async () => {
  const noise = {
    create: {
      width: 1280,
      height: 900,
      channels: 3 as const,
      background: '#c05020',
      noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
    },
  }
  const bytes = await sharp(noise).jpeg({ quality: 100 }).toBuffer()
  useStore({
    get: async (key: string) => {
      asked.push(key)
      const found = stored ?? bytes
      return key.endsWith('-1280.jpg')
        ? { size: found.length, body: new Blob([new Uint8Array(found)]).stream() }
        : undefined
    },
  } as unknown as Store)
})

const looked = async (picture: Buffer) => {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return {
    info,
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)],
  }
}

/** A photo with one red disc, where a head would be. */
const withHead = ({ wide, tall, x, y, size }: { wide: number; tall: number; x: number; y: number; size: number }) =>
  sharp({ create: { width: wide, height: tall, channels: 3, background: '#88a0b0' } })
    .composite([
      {
        input: Buffer.from(
          `<svg width="${wide}" height="${tall}"><circle cx="${x}" cy="${y}" r="${size}" fill="#ff0000"/></svg>`,
        ),
      },
    ])
    .jpeg({ quality: 95 })
    .toBuffer()

const scaleOf = (width: number, height: number) => {
  const frame = frames[frameFor({ width, height })]
  return Math.max(frame.width / width, frame.height / height)
}

/** How much of the disc the picture shows, and how far from its upper edge it begins. */
async function headIn(picture: Buffer) {
  const { info, at } = await looked(picture)
  let pixels = 0
  let top = info.height
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      const [red, green, blue] = at(x, y)
      if (red! < 200 || green! > 90 || blue! > 90) continue
      pixels++
      top = Math.min(top, y)
    }
  return { pixels, top }
}

describe('the address of a preview picture', () => {
  test('changes with the title, the photo, the goal and each tenth of it, and with nothing between two tenths [T360]', () => {
    const version = (own: Partial<typeof drive>) => previewVersion({ ...drive, ...own })
    expect(version({})).toMatch(/^[0-9a-f]{16}$/)
    expect([version({ raised: 99_99 }), version({ slogan: 'other' })]).toEqual([version({}), version({})])
    const others = [
      { raised: 100_00 },
      { raised: 200_00 },
      { raised: 1000_00 },
      { raised: 1100_00 },
      { title: 'x' },
      { image: photo },
      { picture: { focus: { x: 0, y: 50 } } },
      { picture: { focus: { x: 50, y: 0 } } },
      { goal: 5 },
      { collects: false },
    ]
    expect(new Set([{}, ...others].map(version)).size).toBe(others.length + 1)
    expect(version({ collects: false, slogan: 'a' })).not.toBe(version({ collects: false, slogan: 'b' }))
  })
})

describe('a preview picture', () => {
  test('is a JPEG of 1200 × 630 that chats will take, with the photo, the bar as far as it is, and letters [T359]', async () => {
    const picture = await drawDrivePreview({ ...drive, image: photo, raised: 500_00 })
    const { format, width, height } = await sharp(picture).metadata()
    expect([format, width, height]).toEqual(['jpeg', 1200, 630])
    expect(picture.length).toBeLessThanOrEqual(300_000)
    const { at } = await looked(picture)
    const isGreen = ([red, green]: number[]) => green! > red! + 25
    expect([isGreen(at(300, 590)), isGreen(at(900, 590))]).toEqual([true, false])
  })

  test('shows whole heads, those near the upper edge, too, in wide photos and in tall ones', async () => {
    for (const [wide, tall] of [
      [1280, 800],
      [1280, 960],
      [1280, 720],
      [1280, 1280],
      [1280, 1707],
      [1280, 2276],
    ] as const) {
      const size = Math.min(wide, tall) * 0.08
      const [x, y] = [wide * 0.35, tall * 0.1 + size]
      stored = await withHead({ wide, tall, x, y, size })
      const { pixels, top } = await headIn(await drawDrivePreview({ ...drive, image: photo }))
      const scale = scaleOf(wide, tall)
      // As much red as a whole disc has, and not at the very edge.
      expect(pixels, `${wide} × ${tall}`).toBeGreaterThan(0.93 * Math.PI * (size * scale) ** 2)
      expect(top, `${wide} × ${tall}`).toBeGreaterThan(0)
    }
    stored = undefined
  })

  test('shows what its owner chose, wherever that is', async () => {
    for (const [wide, tall, x, y] of [
      [1280, 1280, 1200, 640],
      [1280, 2276, 640, 2200],
      [1280, 400, 1200, 200],
      [1280, 400, 80, 200],
    ] as const) {
      stored = await withHead({ wide, tall, x, y, size: 50 })
      const focus = { x: (x / wide) * 100, y: (y / tall) * 100 }
      const drawn = async (picture: Aimed) =>
        (await headIn(await drawDrivePreview({ ...drive, image: photo, picture }))).pixels
      expect(await drawn({ focus }), `${wide} × ${tall} at ${x}, ${y}`).toBeGreaterThan(2 * (await drawn(null)) + 1000)
    }
    stored = undefined
  })

  test('of what passed its goal has a full bar, and says how far', async () => {
    const { at } = await looked(await drawDrivePreview({ ...drive, raised: 1030_00 }))
    expect(at(1130, 590)[1]! - at(1130, 590)[0]!).toBeGreaterThan(25)
  })

  test('never fetches a picture from elsewhere, and shows the cloth where there is no photo [T338]', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    asked.length = 0
    const elsewhere = await drawDrivePreview({ ...drive, image: 'https://169.254.169.254/x.jpg' })
    expect([fetched.mock.calls.length, asked.length]).toEqual([0, 0])
    expect(elsewhere.equals(await drawDrivePreview(drive))).toBe(true)
    expect((await drawDrivePreview({ ...drive, slug: 'other' })).equals(elsewhere)).toBe(false)
    fetched.mockRestore()
  })

  test('is drawn whatever the title, and of one photo that is gone', async () => {
    const titles = [
      'x'.repeat(100),
      'ስለ ልጆች',
      '🎉🎉',
      '</svg><script>',
      'W '.repeat(50).trim(),
      '\u202e',
      'ñ'.repeat(100),
    ]
    for (const title of titles) {
      const picture = await drawDrivePreview({ ...drive, title, goal: 0, raised: 10_000_000_000_00 })
      expect((await sharp(picture).metadata()).width).toBe(1200)
    }
    await drawDrivePreview({ ...drive, image: copyAddress(`drives/${'b'.repeat(32)}`, 640, 'jpg') })
  })

  test('asked for by twenty at once it is drawn once', async () => {
    const one = { ...drive, slug: `race-${randomBytes(4).toString('hex')}`, image: photo }
    asked.length = 0
    const all = await Promise.all(Array.from({ length: 20 }, () => previewOfDrive(one)))
    expect(asked).toHaveLength(1)
    expect(new Set(all).size).toBe(1)
    expect(await previewOfDrive(one)).toBe(all[0])
    expect(asked).toHaveLength(1)
  })

  test('of a crowd of drives at once some are told to come back', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 25 }, (_, at) => previewOfDrive({ ...drive, slug: `crowd-${at}` })),
    )
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.status] : []))
    expect(refused).toEqual(Array(3).fill(503))
  })
})
