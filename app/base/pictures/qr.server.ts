import encodeQR from 'qr'
import sharp from 'sharp'

/** A QR code as its modules row by row, '1' is black; `size` of them in a row. */
export type Qr = { size: number; modules: string }

/** Encodes a text as a QR code. On paper it tolerates more dirt. */
export function qrOf(text: string, { onPaper = false } = {}): Qr {
  // The package draws at least one white module around.
  const rows = encodeQR(text, 'raw', { ecc: onPaper ? 'quartile' : 'medium', border: 1 }).slice(1, -1)
  const modules = rows.map((row) => row.slice(1, -1).map((isDark) => (isDark ? '1' : '0')))
  return { size: rows.length, modules: modules.flat().join('') }
}

const pixels = 8
const quiet = 4

/** Makes a QR code as a small picture, black on white, with the margin that scanners need. */
export async function qrPicture(text: string): Promise<Buffer<ArrayBuffer>> {
  const { size, modules } = qrOf(text)
  const width = size + 2 * quiet
  const dots = Buffer.alloc(width * width, 255)
  for (const { index } of modules.matchAll(/1/g))
    dots[(Math.floor(index / size) + quiet) * width + (index % size) + quiet] = 0
  return sharp(dots, { raw: { width, height: width, channels: 1 } })
    .resize(width * pixels, width * pixels, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer() as Promise<Buffer<ArrayBuffer>>
}
