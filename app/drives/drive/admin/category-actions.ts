import { z } from 'zod'
import { adminAction } from '#app/admin/decision.server.ts'
import { whyLineForm } from '#app/admin/decision-forms.ts'
import { categories } from '#app/drives/drive/drive.ts'
import { oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/form-action.server.ts'
import { addCategory, changeCategory, removeCategory } from './own-categories.server.ts'
import { categoryNameMax, categoryTexts } from './own-category.ts'

const nameField = z
  .string()
  .catch('')
  .transform(oneLine)
  .pipe(z.string().min(1, said(categoryTexts.name)).max(categoryNameMax, said(categoryTexts.name)))

const builtIn = new Set(Object.keys(categories).map((name) => name.toLowerCase()))

const idField = z.coerce.number().int().min(1).max(2_147_483_647)

/** Without an id it is a new category. */
const categoryForm = whyLineForm.extend({
  id: idField.optional().catch(undefined),
  english: nameField.refine((name) => !builtIn.has(name.toLowerCase()), said(categoryTexts.builtIn)),
  swahili: nameField,
  place: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,2}$/, said(categoryTexts.place))
    .transform(Number),
  hidden: z
    .enum(['on', ''])
    .catch('')
    .transform((value) => value === 'on'),
})

const removeForm = whyLineForm.extend({ id: idField })

export const action = actions({
  'settings/category/remove': adminAction({
    form: removeForm,
    done: categoryTexts.removed,
    failed: categoryTexts.failed,
    run: ({ id, why }, by) => removeCategory(db, id, { by, why }),
  }),
  'settings/category': adminAction({
    form: categoryForm,
    done: categoryTexts.saved,
    failed: categoryTexts.failed,
    run: ({ id, why, ...typed }, by) =>
      id ? changeCategory(db, id, typed, { by, why }) : addCategory(db, typed, { by, why }),
  }),
})
