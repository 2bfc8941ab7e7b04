import process from 'node:process'
import sharp from 'sharp'

// A PROGRAM OF ITS OWN: decodes pictures of strangers, one after the other, and writes them again. It is started by
// decoding.server.ts within bounds of memory, knows no secret, and may be killed at any moment. It is plain JavaScript,
// because it runs without the compiler's half a gigabyte of reserved memory, and so without what reads TypeScript.

/** @import { Asked, Copy, Made } from './decoding.server.ts' */
/** @typedef {{ data: Buffer, info: { width: number, height: number, channels: number } }} Pixels */

/** What a picture may promise to be. Checked before a pixel of it is read. */
const mostPixels = 40_000_000
/** What a picture may cost in seconds of a processor, however long that takes on a busy machine. */
const mostSeconds = Number(process.argv[2])
/** The largest copy: its width is asked for; it has no more pixels than one in 4:3 of that width, and is not taller than this. */
const tallest = 8192

// Only the decoders of the formats that browsers send. SVG, PDF, TIFF and the rest are not even tried.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`) })
sharp.cache(false)
// One thread: the other processors are for those who look at pages.
sharp.concurrency(1)

process.on('message', async (/** @type {Asked} */ asked) => {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if (user + system > mostSeconds * 1e6) process.kill(process.pid, 'SIGKILL')
  }, 200)
  const made = await madeOf(asked).catch((error) => ({ refused: String(error) }))
  clearInterval(watch)
  process.send?.(made)
  // What this one leaves would be missing to the next: a bound of memory counts what nobody has cleared away yet.
  setImmediate(() => globalThis.gc?.())
})
// Without the product that started it, it ends at once, in the middle of whatever it does.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.('ready')

/** @param {Asked} asked @returns {Promise<Made>} */
async function madeOf({ bytes, square, widths, formats }) {
  const pixels = await (square ? squareOf(bytes, Math.max(...widths)) : wholeOf(bytes, Math.max(...widths)))
  const { width, height } = pixels.info
  /** @type {Copy[]} */
  const copies = []
  for (const one of square ? widths : [...widths.filter((one) => one < width), width])
    for (const format of formats) copies.push({ width: one, format, bytes: await written(pixels, one, format) })
  return { width, height, colour: await colourOf(pixels), copies }
}

/** The picture's first frame, upright. @param {Buffer} bytes */
const opened = (bytes) => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 }).autoOrient()

/** No larger than the largest copy, without anything but its pixels. @param {Buffer} bytes @param {number} widest */
async function wholeOf(bytes, widest) {
  const { width, height } = (await opened(bytes).metadata()).autoOrient
  const scale = Math.min(1, widest / width, tallest / height, Math.sqrt((widest * widest * 0.75) / (width * height)))
  const size = (/** @type {number} */ pixels) => Math.max(1, Math.round(pixels * scale))
  return pixelsOf(opened(bytes).resize(size(width), size(height), { fit: 'fill' }))
}

/** Its middle, cut out as a square. @param {Buffer} bytes @param {number} width */
const squareOf = (bytes, width) => pixelsOf(opened(bytes).resize(width, width, { fit: 'cover' }))

/** @param {sharp.Sharp} picture @returns {Promise<Pixels>} */
const pixelsOf = (picture) =>
  picture.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })

/** @param {Pixels} pixels */
const again = ({ data, info: { width, height, channels } }) =>
  sharp(data, { raw: { width, height, channels: /** @type {1 | 2 | 3 | 4} */ (channels) } })

/**
 * The efforts are those beyond which a tenth less of size costs several times the time: see bench/README.md.
 * @param {Pixels} pixels @param {number} width @param {Copy['format']} format
 */
function written(pixels, width, format) {
  const picture = again(pixels).resize(width)
  if (format === 'webp') return picture.webp({ quality: 82, effort: 2 }).toBuffer()
  if (format === 'avif') return picture.avif({ quality: 58, effort: 1, chromaSubsampling: '4:2:0' }).toBuffer()
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 84, mozjpeg: true }).toBuffer()
}

/** The colour most of it has, as it is seen on white. @param {Pixels} pixels */
async function colourOf(pixels) {
  const small = await again(pixels).flatten({ background: '#ffffff' }).resize(64, 64, { fit: 'fill' }).png().toBuffer()
  const { dominant } = await sharp(small).toColourspace('srgb').stats()
  const hex = (/** @type {number} */ part) => Math.round(part).toString(16).padStart(2, '0')
  return `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`
}
