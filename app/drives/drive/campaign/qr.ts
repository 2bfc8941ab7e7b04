import type { Qr } from '#app/base/pictures/qr.server.ts'

// How the modules of a QR code become the pixels of a square picture. For server and browser.

export const qrWidth = 256
/** White modules around the code. */
export const qrMargin = 2

/** Whether a pixel is black. Modules are as wide as they come: some a pixel wider than others, none blurred. */
export function isDark({ size, modules }: Qr, x: number, y: number, width = qrWidth): boolean {
  const scale = width / (size + qrMargin * 2)
  const column = Math.floor(x / scale) - qrMargin
  const row = Math.floor(y / scale) - qrMargin
  if (column < 0 || row < 0 || column >= size || row >= size) return false
  return modules[row * size + column] === '1'
}

/** Returns all pixels, as a canvas takes them. */
export function qrPixels(qr: Qr, width = qrWidth): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      if (isDark(qr, x, y, width)) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return pixels
}

/** The black modules as one path, in units of a module. */
export function qrPath({ size, modules }: Qr): string {
  const runs: string[] = []
  for (let row = 0; row < size; row++) {
    const line = modules.slice(row * size, (row + 1) * size)
    for (const run of line.matchAll(/1+/g)) runs.push(`M${run.index} ${row}h${run[0].length}v1h-${run[0].length}z`)
  }
  return runs.join('')
}

/** A title as the name of a file, which no system stumbles over. */
export function fileNameOf(title: string): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return name || 'QR'
}
