import { untie } from '#app/features/line/by-hand.server.ts'
import { says, untieForm } from '#app/features/line/line.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { guestPlace, hostingIn } from './context.ts'

export const action = deed({
  form: untieForm,
  done: says.untied,
  failed: says.notUntied,
  run: async ({ tie }, { context, params }) => {
    const { id, go } = guestPlace(context, params)
    await untie(db, hostingIn(context), id, tie)
    return { go }
  },
})
