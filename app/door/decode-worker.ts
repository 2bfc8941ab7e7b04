import { decodeQR } from 'qr/decode.js'

// Reads a QR code in a picture. A thread of its own: it takes some milliseconds, ten times a second.

type Picture = { data: Uint8ClampedArray; width: number; height: number }

addEventListener('message', ({ data: picture }: MessageEvent<Picture>) => {
  let text = ''
  try {
    text = decodeQR(picture)
  } catch {
    // There is no code in most pictures.
  }
  postMessage(text)
})
