import { listGiver } from '#app/features/line/by-hand.server.ts'
import { says, thingForm } from '#app/features/line/line.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { hostingIn } from './context.ts'

export const action = deed({
  form: thingForm,
  done: says.listed,
  failed: says.notListed,
  run: async ({ of }, { context }) => {
    const mine = hostingIn(context)
    await listGiver(db, mine, of)
    return { go: `/gathering/${mine.slug}/guests/gave` }
  },
})
