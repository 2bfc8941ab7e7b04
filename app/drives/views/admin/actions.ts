import { z } from 'zod'
import { adminAction } from '#app/admin/decision.server.ts'
import { whyLineForm } from '#app/admin/decision-forms.ts'
import { packageTexts } from '#app/drives/views/package.ts'
import { hundredthsIn } from '#app/kit/amount.ts'
import { oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/form-action.server.ts'
import { addPackage, changePackage, closePackage } from './packages.server.ts'

const text = z.string().catch('').transform(oneLine)

/** Absent for a new package. */
const packageForm = whyLineForm.extend({
  id: z.uuid().optional().catch(undefined),
  name: text.pipe(z.string().min(1, said(packageTexts.name)).max(60, said(packageTexts.name))),
  description: text.pipe(z.string().max(500)),
  amount: text.transform((typed, wrong) => {
    const cents = hundredthsIn(typed.replace(/^\$/, ''))
    if (cents !== undefined && cents <= 1_000_000) return cents
    wrong.addIssue({ code: 'custom', message: said(packageTexts.price) })
    return z.NEVER
  }),
  views: text.transform((typed, wrong) => {
    const views = Number(/^\d{1,3}(,?\d{3})*$/.test(typed) ? typed.replaceAll(',', '') : 'none')
    if (views >= 0 && views <= 1_000_000) return views
    wrong.addIssue({ code: 'custom', message: said(packageTexts.views) })
    return z.NEVER
  }),
})

const closePackageForm = whyLineForm.extend({ id: z.uuid() })

export const action = actions({
  'settings/package/close': adminAction({
    form: closePackageForm,
    done: packageTexts.closed,
    failed: packageTexts.failed,
    run: ({ id, why }, by) => closePackage(db, id, { by, why }),
  }),
  'settings/package': adminAction({
    form: packageForm,
    done: packageTexts.saved,
    failed: packageTexts.failed,
    run: ({ id, why, ...typed }, by) =>
      id ? changePackage(db, id, typed, { by, why }) : addPackage(db, typed, { by, why }),
  }),
})
