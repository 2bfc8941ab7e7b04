import { msg } from '@lingui/core/macro'
import sharp from 'sharp'
import { qrOf } from '#app/base/pictures/qr.server.ts'
import type { Paybill } from '#app/drives/drive/share.ts'
import { type Language, languages } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { qrPixels, qrWidth } from './qr.ts'

/** Draws the QR code as a file, for browsers without a script. */
export const qrPng = (address: string): Promise<Buffer<ArrayBuffer>> =>
  sharp(Buffer.from(qrPixels(qrOf(address)).buffer), { raw: { width: qrWidth, height: qrWidth, channels: 4 } })
    .removeAlpha()
    .png({ palette: true, colours: 2 })
    .toBuffer() as Promise<Buffer<ArrayBuffer>>

/** The words of a poster in one language. */
export type PosterWords = { language: Language; goal: string | null; how: string; scan: string; pay: string | null }

type Asked = { collects: boolean; goal: number; paybill: Paybill | null }

/** A notice board is read by everybody: the poster says everything in each of our languages. */
export const posterWords = ({ collects, goal, paybill }: Asked): PosterWords[] =>
  (Object.keys(languages) as Language[]).map((language) => {
    const words = wordsIn(language, catalogues[language])
    const sum = moneyText(goal)
    const { number, account } = paybill ?? { number: '', account: '' }
    return {
      language,
      goal: collects && goal > 0 ? words._(msg`Goal: ${sum}`) : null,
      how: words._(collects ? msg`Give by M-Pesa, card or bank` : msg`Read the story and book a visit`),
      scan: words._(msg`Point your phone’s camera here, or open`),
      pay: paybill && words._(msg`M-Pesa Paybill ${number}, account ${account}`),
    }
  })
