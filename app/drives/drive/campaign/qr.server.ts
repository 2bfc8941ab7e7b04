import QRCode from 'qrcode'
import sharp from 'sharp'
import { type Qr, qrPixels, qrWidth } from './qr.ts'

/** The QR code of an address. On paper it forgives more dirt. */
export function qrOf(address: string, { onPaper = false } = {}): Qr {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: onPaper ? 'Q' : 'M' })
  return { size: modules.size, modules: Array.from(modules.data, (dark) => (dark ? '1' : '0')).join('') }
}

/** The same as a file, for where no script draws it. */
export const qrPng = (address: string): Promise<Buffer<ArrayBuffer>> =>
  sharp(Buffer.from(qrPixels(qrOf(address)).buffer), { raw: { width: qrWidth, height: qrWidth, channels: 4 } })
    .removeAlpha()
    .png({ palette: true, colours: 2 })
    .toBuffer() as Promise<Buffer<ArrayBuffer>>
