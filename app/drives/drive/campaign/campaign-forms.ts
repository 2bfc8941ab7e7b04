import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { imageField } from '#app/base/pictures/picture-forms.ts'
import { manyLines } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { thanksMax } from '../drive.ts'
import { infoForm, ticked } from '../drive-forms.ts'

/** Deleting can't be taken back, so it is asked for twice. */
export const deleteForm = z.object({ sure: z.literal('on', said(msg`Please tick this box first.`)) })

/** Words of thanks; left blank they are the usual ones. */
export const thanksForm = z.object({
  thanks: z
    .string()
    .transform(manyLines)
    .pipe(z.string().max(thanksMax, said(msg`Please use at most 300 characters.`)))
    .transform((text) => text || null),
})

/** The Info page's form. A picture is shown, elsewhere, sent along, or removed: without a script by a tick. */
export const infoPageForm = infoForm
  .extend({
    noImage: ticked,
    /** A file sent without JavaScript. A valid one has become an address in `image` by now: a file here is invalid. */
    file: imageField.optional(),
  })
  .transform(({ noImage, file: _, ...typed }) => (noImage ? { ...typed, image: null } : typed))
