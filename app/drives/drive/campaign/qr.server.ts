import QRCode from 'qrcode'
import sharp from 'sharp'
import { type Qr, qrPixels, qrWidth } from './qr.ts'

/** Encodes an address as a QR code. On paper it tolerates more dirt. */
export function qrOf(address: string, { onPaper = false } = {}): Qr {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: onPaper ? 'Q' : 'M' })
  return { size: modules.size, modules: Array.from(modules.data, (dark) => (dark ? '1' : '0')).join('') }
}

/** Draws the QR code as a file, for browsers without a script. */
export const qrPng = (address: string): Promise<Buffer<ArrayBuffer>> =>
  sharp(Buffer.from(qrPixels(qrOf(address)).buffer), { raw: { width: qrWidth, height: qrWidth, channels: 4 } })
    .removeAlpha()
    .png({ palette: true, colours: 2 })
    .toBuffer() as Promise<Buffer<ArrayBuffer>>
