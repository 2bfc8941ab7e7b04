import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

// Pictures for tests: honest ones, and those that nobody sends in good faith.

/** Soft shapes, as a photo has them, with a left edge that can be told. */
export const photo = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#996633',
      ...(width * height < 1_000_000 ? { noise: { type: 'gaussian', mean: 128, sigma: 30 } } : {}),
    },
  })

export async function animated(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

/** The picture with bytes after its end, which most programs do not look at. */
export const padded = (picture: Buffer, size: number): Buffer =>
  Buffer.concat([picture, Buffer.alloc(Math.max(0, size - picture.length))])

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), body])
  const out = Buffer.alloc(8)
  out.writeUInt32BE(body.length)
  out.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([out.subarray(0, 4), named, out.subarray(4)])
}

/** A PNG whose header promises any size, with hardly anything behind it. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(1000)))
  return Buffer.concat([signature, chunk('IHDR', header), pixels, chunk('IEND', Buffer.alloc(0))])
}

/** A PNG with more chunks after its header. */
export const pngWith = (png: Buffer, chunks: [type: string, body: Buffer][]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks.map(([type, body]) => chunk(type, body)), png.subarray(33)])

/** A JPEG with a comment and a page behind it. */
export function hiddenBehind(jpeg: Buffer, page: string): Buffer {
  const comment = Buffer.from(`<html>${page}</html>`)
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2), comment])
}

/** A photo that knows where it was taken, and by whom. */
export const jpegWith = (jpeg: Buffer, artist: string): Promise<Buffer> =>
  sharp(jpeg)
    .withExif({ IFD0: { Artist: artist }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** A JPEG in whose pixels markers stand that belong elsewhere. */
export function restartsBroken(jpeg: Buffer): Buffer {
  const broken = Buffer.from(jpeg)
  for (const part of [0.5, 0.6, 0.7]) broken.set([0xff, 0xd3, 0xff, 0xd7], Math.floor(broken.length * part))
  return broken
}

/** A GIF of a few bytes that promises thousands of frames of any size. */
export function bombGif(width: number, height: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from(',\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0', 'latin1')
  frame.writeUInt16LE(width, 5)
  frame.writeUInt16LE(height, 7)
  return Buffer.concat([head, ...Array.from({ length: 5000 }, () => frame), Buffer.from(';')])
}
