import { decodeQR } from 'qr/decode.js'
import { paintKnown, wideKnown } from './known-code.ts'

// Reads a QR code in a picture. A worker thread does it: decoding takes some milliseconds, ten times a second.

type Picture = { data: Uint8ClampedArray; width: number; height: number }

/** Warms the decoder up, so that the first pass is read as quickly as the hundredth. */
function warmUp(times: number): void {
  const data = new Uint8ClampedArray(wideKnown * wideKnown * 4).fill(255)
  paintKnown((left, top, side) => {
    for (let y = top; y < top + side; y++)
      for (let x = left; x < left + side; x++) data.fill(0, (y * wideKnown + x) * 4, (y * wideKnown + x) * 4 + 3)
  })
  for (let time = 0; time < times; time++) decodeQR({ data, width: wideKnown, height: wideKnown })
}
warmUp(20)

addEventListener('message', ({ data: picture }: MessageEvent<Picture>) => {
  let text = ''
  try {
    text = decodeQR(picture)
  } catch {
    // Most pictures have no code.
  }
  postMessage(text)
})
