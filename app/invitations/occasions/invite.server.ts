import type { z } from 'zod'
import type { Db } from '#app/platform/db.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { makeIn } from './make-gathering.server.ts'
import { addIn } from './occasion.server.ts'
import type { newInvitationForm } from './occasion-forms.ts'

/**
 * Makes a gathering with its first occasion: both or neither. `isOther`: the drive had a gathering already, and the
 * form's values are not saved.
 */
export const inviteFromDrive = (
  db: Db,
  personId: string,
  { gathering, first }: z.output<typeof newInvitationForm>,
  drive?: { id: string },
  now = new Date(),
): Promise<{ slug: string; isOther: boolean }> =>
  inOneGo(db, async (tx) => {
    const { made, is } = await makeIn(tx, personId, gathering, drive, first)
    if (is === 'new') await addIn(tx, made.id, first, now)
    return { slug: made.slug, isOther: is === 'other' }
  })
