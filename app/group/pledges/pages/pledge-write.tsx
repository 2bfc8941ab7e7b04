import { Trans, useLingui } from '@lingui/react/macro'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { ownersOnly } from '#app/drives/drive/pages/looking.server.ts'
import { DriveTitle } from '#app/drives/drive/pages/page-title.tsx'
import { writeFor } from '#app/group/pledges/manage.server.ts'
import { writtenLimits } from '#app/group/pledges/pledge.server.ts'
import { daysOf, pledgesPath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { writtenForm } from '#app/group/pledges/pledge-forms.ts'
import { WrittenForm } from '#app/group/pledges/written-form.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/pledge-write.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export const loader = ({ context }: Route.LoaderArgs) => ({
  slug: context.get(driveContext).slug,
  formKey: crypto.randomUUID() as string,
  days: daysOf(new Date()),
})

export const action = deed({
  form: writtenForm,
  page: true,
  done: pledgeTexts.written,
  failed: pledgeTexts.notSaved,
  limits: (pledge, { context }) => writtenLimits(pledge, context.get(personContext)!.id),
  run: async (pledge, { context }) => {
    const { slug } = context.get(driveContext)
    const { waits } = await writeFor(db, { ownerId: context.get(personContext)!.id, slug }, pledge)
    return { go: pledgesPath(slug), ...(waits && { says: pledgeTexts.writtenAtNight }) }
  },
})

export default function WritePledge({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Write down a pledge`} />
      <Card title={<Trans>Write down a pledge</Trans>} className="max-w-xl">
        <WrittenForm {...loaderData} first={actionData} />
      </Card>
    </>
  )
}
