import { data } from 'react-router'
import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import type { Letter } from '#app/drives/support/letter.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import type { Route } from './+types/letter-close.ts'
import { closing } from './decisions.ts'
import { closeLetter, letterNumbered } from './letters.server.ts'
import { LetterWords } from './letters-list.tsx'

export async function loader({ params, context }: Route.LoaderArgs): Promise<Letter> {
  const letter = await letterNumbered(db, numberIn(params.letter))
  if (!letter) throw data(null, { status: 404 })
  await recordAccess(db, { by: actorIn(context), noun: 'letter', subject: letter.id })
  return letter
}

export const action = closeLetter.action
export default decisionDialog(closing, (letter) => <LetterWords letter={letter} />)
