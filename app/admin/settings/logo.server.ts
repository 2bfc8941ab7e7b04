import { msg } from '@lingui/core/macro'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal, type Says, type Words } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { forget, keepSquare, type Squares, sweep } from '#app/platform/pictures/media.server.ts'
import { choose } from './choices.server.ts'

// The operator's logo: a square in three widths, WebP for pages and JPEG for phones that want no transparency.

/** The largest file of a logo: 512 kB. */
const logoMax = 512 * 1024

export const logoTexts = {
  saved: { title: msg`Logo saved` },
  removed: { title: msg`Logo removed` },
  failed: { title: msg`The logo could not be saved` },
  none: msg`Please choose a picture.`,
  wrongKind: msg`Please choose a PNG or WebP picture.`,
  tooLarge: msg`The picture may have up to 512 kB.`,
} satisfies Record<string, Says | Words>

const folder = 'brand'
const squares: Squares = { widths: [96, 192, 512], formats: ['webp', 'jpg'] }

type Change = { by: Actor; why: string }

/** Makes the picture the logo. The files are written before the choice names them; the sweep removes those of the logo before. */
export async function changeLogo(db: Db, file: File, { by, why }: Change): Promise<void> {
  await refuseOtherFiles(file)
  const name = await keepSquare(folder, file, squares)
  try {
    await choose(db, { name: 'BRAND_LOGO', value: name, by, why })
  } catch (error) {
    await forget(name, squares)
    throw error
  }
}

/** Goes back to the mark without a picture. */
export const removeLogo = async (db: Db, { by, why }: Change): Promise<void> =>
  void (await choose(db, { name: 'BRAND_LOGO', value: null, by, why }))

/** Removes the files of logos that are no longer shown, a day after they were written. Run by cron. */
export const sweepLogos = (db: Db): Promise<number> =>
  sweep(folder, async () => {
    const newest = await db
      .selectFrom('operator_choices')
      .where('name', '=', 'BRAND_LOGO')
      .select('value')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return new Set(newest?.value ? [newest.value] : [])
  })

/** The content decides, not the name of the file: a PNG or a WebP begins with its own bytes. */
async function refuseOtherFiles(file: File) {
  const refuse = (says: (typeof logoTexts)['wrongKind']) => new Refusal(says, { status: 422, field: 'image' })
  if (file.size > logoMax) throw refuse(logoTexts.tooLarge)
  const begin = Buffer.from(await file.slice(0, 12).arrayBuffer()).toString('latin1')
  if (!begin.startsWith('\x89PNG\r\n\x1a\n') && !(begin.startsWith('RIFF') && begin.endsWith('WEBP')))
    throw refuse(logoTexts.wrongKind)
}
