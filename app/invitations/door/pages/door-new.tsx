import { Trans, useLingui } from '@lingui/react/macro'
import { qrPicture } from '#app/base/pictures/qr.server.ts'
import { doorTexts, newDoorForm } from '#app/invitations/door/door.ts'
import { addDoor } from '#app/invitations/door/doors.server.ts'
import { AddDoor } from '#app/invitations/door/doors-part.tsx'
import { noIn } from '#app/invitations/occasions/occasion.ts'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { hostsOnly } from '#app/invitations/occasions/pages/looking.server.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/door-new.ts'

export const middleware: Route.MiddlewareFunction[] = [hostsOnly]

/** The form alone, for a page without a script; the code for the phone appears there. */
export const loader = ({ context, url }: Route.LoaderArgs) => ({
  slug: context.get(gatheringContext).slug,
  no: noIn(url.searchParams.get('occasion')) || 1,
})

export const action = formAction({
  form: newDoorForm,
  page: true,
  done: doorTexts.added,
  failed: doorTexts.notAdded,
  limits: (_, { context }) => [{ name: 'new-door', key: context.get(personContext)!.id, times: 60, seconds: 3600 }],
  run: async (asked, { context }) => {
    const { code, opens, zone } = await addDoor(db, hostingIn(context), asked)
    const link = `${namedOrigin(context.get(askedContext))}/door/join/${code}`
    const picture = `data:image/png;base64,${(await qrPicture(link)).toString('base64')}`
    return { gave: { link, picture, name: asked.name, ...(opens && { opens: opens.getTime(), zone }) } }
  },
})

export default function NewDoor({ loaderData: { slug, no }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4 *:min-w-0">
      <GatheringTitle page={t`Add a door`} />
      <Card title={<Trans>Add a door</Trans>}>
        <AddDoor slug={slug} no={no} first={actionData} />
      </Card>
    </div>
  )
}
